// A small picture of a tree that is larger than its box, with the part that is seen.

/** The largest width and height of the picture, in pixels. */
const ROOM = { width: 200, height: 90 };

/** What draws on a canvas. */
function contextOf(/** @type {HTMLCanvasElement} */ canvas) {
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("no canvas");
  return context;
}

export class Overview {
  /**
   * `panel` has the drawing and its box.
   * @param {import("./panel.js").Panel} panel
   * @param {HTMLCanvasElement} canvas
   */
  constructor(panel, canvas) {
    this.panel = panel;
    this.canvas = canvas;
    // The tree without the frame: it changes less often than what is seen of it.
    this.scale = 1;
    this.tree = document.createElement("canvas");
    const { box } = panel;
    /** @type {(event: PointerEvent) => void} */
    const go = (event) => {
      if (event.buttons === 0 && event.type !== "pointerdown") return;
      const frame = canvas.getBoundingClientRect();
      const scale = panel.drawing.zoom / this.scale;
      box.scrollTo({
        left: (event.clientX - frame.left) * scale - box.clientWidth / 2,
        top: (event.clientY - frame.top) * scale - box.clientHeight / 2,
        behavior: "auto",
      });
    };
    canvas.addEventListener("pointerdown", go);
    canvas.addEventListener("pointermove", go);
  }

  /** Draws the tree anew: its nodes or their places have changed. */
  redraw() {
    const { drawing } = this.panel;
    this.scale = Math.min(ROOM.width / drawing.width, ROOM.height / drawing.height);
    const ratio = window.devicePixelRatio || 1;
    for (const canvas of [this.tree, this.canvas]) {
      canvas.width = Math.max(1, Math.round(drawing.width * this.scale * ratio));
      canvas.height = Math.max(1, Math.round(drawing.height * this.scale * ratio));
    }
    this.canvas.style.width = `${this.canvas.width / ratio}px`;
    this.canvas.style.height = `${this.canvas.height / ratio}px`;
    const context = contextOf(this.tree);
    context.scale(this.scale * ratio, this.scale * ratio);
    context.strokeStyle = getComputedStyle(this.canvas).color;
    context.lineWidth = 1 / this.scale;
    context.beginPath();
    for (const [node, { x, y }] of drawing.places) {
      const { up } = this.panel.data.tree[node];
      const above = up === null ? undefined : drawing.places.get(up);
      if (above) {
        context.moveTo(above.x, above.y);
        context.lineTo(x, y);
      }
    }
    context.stroke();
  }

  /** Shows the tree with a frame around what is in view, if not all of it is. */
  show() {
    const { box, drawing, replay } = this.panel;
    const isSeen = drawing.width * drawing.zoom > 1.2 * box.clientWidth || drawing.height * drawing.zoom > 1.2 * box.clientHeight;
    this.canvas.hidden = !isSeen;
    if (!isSeen) return;
    const ratio = window.devicePixelRatio || 1;
    const context = contextOf(this.canvas);
    const { outlineColor } = getComputedStyle(this.canvas);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.drawImage(this.tree, 0, 0);
    context.strokeStyle = outlineColor;
    context.lineWidth = 2;
    const scale = (this.scale * ratio) / drawing.zoom;
    const [width, height] = [Math.min(box.clientWidth * scale, this.canvas.width), Math.min(box.clientHeight * scale, this.canvas.height)];
    context.strokeRect(box.scrollLeft * scale, box.scrollTop * scale, width, height);
    const place = this.panel.quiz.isOn || !replay.last ? undefined : drawing.places.get(replay.last.node);
    if (place) {
      context.fillStyle = outlineColor;
      context.fillRect(place.x * this.scale * ratio - 2 * ratio, place.y * this.scale * ratio - 2 * ratio, 4 * ratio, 4 * ratio);
    }
  }
}
