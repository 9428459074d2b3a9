# Ağaçlar, aramalar ve yanıtlarla ilgili hatalar, Türkçe.

at = { $place }. karakterdeki `{ $what }` { $problem }
at-end = metnin sonu { $problem }
end = metnin bitmesi gereken yerde
first-leaf = ilk yaprağın olması gereken yerde
close = { $place }. karakterdeki `{ $open }` için kapatan `{ $sign }` işaretinin olması gereken yerde
leaf-after-comma = virgülden sonra bir yaprağın gelmesi gereken yerde
leaf-too-many = bir yaprak fazla: en çok { $most } yaprak olabilir
no-leaf-before = öncesinde yaprak yok
among-numbers = yalın sayıların arasında: ayraçlar, [[3,5],[2,9]] örneğindeki gibi bütün ağaçlar içindir
first-bracket = ağacın ilk ayracının olması gereken yerde
no-child-before = öncesinde çocuk düğüm yok
child = bir çocuk düğümün olması gereken yerde
child-after-comma = virgülden sonra bir çocuk düğümün gelmesi gereken yerde
no-weight-here = bir ağırlık; oysa yalnızca CHANCE düğümlerinin çocuklarında ağırlık olur
name-too-many = fazladan bir ad
too-deep = { $most } düzeyden daha derine iniyor
weight-alone = ağırlıklı, ama öncesinde ağırlığı olmayan bir şans çocuğu var
weight-missing = ağırlıksız, ama öncesinde ağırlığı olan bir şans çocuğu var
node-too-many = bir düğüm fazla: en çok { $most } düğüm olabilir
no-number = bir sayı değil: yaprak, { $least } ile { $most } arasında bir tam sayı ya da ? olur
outside = { $least } ile { $most } arasında değil
no-name = geçerli bir ad değil: bir ad en çok { $most } harf, rakam, _ ve ' içerir, rakamla başlamaz ve şunlardan biri
    olamaz: { $taken }
name-taken = zaten başka bir düğümün adı
bad-weight = bir ağırlık değil: 9/10 gibi bir kesir, 0.9 gibi bir ondalık sayı ya da en çok { $most } olan bir tam
    sayı yazın
weight-zero = 0 ağırlığı: şansın her çocuğu gerçekleşebilmeli
key-wrong = yanlış: { $name }, { $meaning }, { $least } ile { $most } arasında bir sayıdır
meaning-b = her düğümün çocuk sayısı
meaning-depth = yapraklara kadar yarım hamle sayısı
meaning-seed = üretecin başlangıcı
meaning-low = en küçük değer
meaning-high = en büyük değer
key-unknown-tree = bilinmiyor: ayraç içindeki bir ağaçtan sonra low, high kullanın
key-unknown = bilinmiyor: b, depth, seed, low, high kullanın
key-chance = yaprakları sınırlıyor; bu yalnızca şans içeren ağaçlarda önemlidir
key-twice = { $name } değerini ikinci kez veriyor
key-excludes = değerleri { $least } ile { $most } arasında olan yaprakları dışarıda bırakıyor
step-at-leaf = yolun { $step }. adımı; yol zaten bir yaprakta
step-one-child = yolun { $step }. adımı; buradaki düğümün tek çocuğu var: 0
step-children = yolun { $step }. adımı; buradaki düğümün { $count } çocuğu var: 0 ile { $last } arası
bound-of-value = zaten bir değer; sınır gerekmez
bound-sign = bir yaprak sınırı değil: c<=2 örneğindeki gibi <= ya da >= yazın
bound-number = bir yaprak sınırı değil: c<=2 örneğindeki gibi bir sayı yazın
bound-open = bir sınırın sayısının olması gereken yerde
list-empty = { $place }. karakterdeki liste boş: en az bir yaprak gerekir
leaves-binary = { $count } yaprak bir ikili ağacı doldurmaz; 2'nin bir kuvveti gerekir: { $nearest }
leaves-wide = { $count } yaprak, her düğümünde { $branching } çocuk olan bir ağacı doldurmaz; { $base } sayısının bir
    kuvveti gerekir: { $nearest }
nearest-two = en yakın geçerli sayılar { $below } ve { $above }
nearest-one = en yakın geçerli sayı { $below }
low-high = low={ $low }, high={ $high } değerinden büyük
player-root = { $place }. karakterde adı geçen oyuncu, kökte oynayan oyuncuyla çelişiyor
player-turn = { $place }. karakterde adı geçen oyuncu ötekilerle sırayla oynamıyor
chance-node = { $place }. karakterdeki şans düğümü: { $problem }
chance-sum = olasılıklarının toplamı 1 değil, { $sum }
chance-bottom = olasılıklarının ortak paydası { $most } sayısından büyük
chance-parts = ağırlıklarının toplamı { $sum }; en çok { $most } olabilir
random-depth = rastgele bir ağacın derinliği gerekir: random b=2 depth=24 seed=42
random-size = b={ $branching } depth={ $depth } ile { $count } yaprak olur; en çok { $most } olabilir
too-large = arama { $most } düğümden fazlasını ziyaret ediyor; daha küçük bir derinlik, sona daha yakın bir konum ya
    da daha yüksek bir düğüm sınırı deneyin
too-wide = aramanın ziyaret ettiği düğümlerin { $most } çocuktan fazlası var, çizilemeyecek kadar çok; daha az hamleli
    bir konum deneyin
too-large-to-order = önce en iyi çocuğu aramak için bütün ağaç gerekir; ağaçta { $most } düğümden fazlası var. Daha
    küçük bir derinlik ya da sona daha yakın bir konum deneyin
no-tree = { $algorithm } tek bir ağacı gezmez, art arda sorular sorar; minimax, alphabeta ve pvs açıklanabilir
order-of-pvs = pvs çocukların sırasını kendisi seçer; sıra yalnızca minimax ve alphabeta için seçilebilir
conventions = budama koşulu ve pencere dışında bildirilen değer yalnızca alphabeta için seçilebilir
unknown-leaf = { $leaf } yaprağının değeri bilinmiyor, ama arama onu okumak zorunda; ona bir değer verin
unknown-to-order = önce en iyi çocuğu aramak için bütün ağaç gerekir, ama { $leaf } yaprağının değeri bilinmiyor
one-unknown-leaf = ağaç, değeri bilinmeyen tek bir yaprak: `?`
stopped = arama bitmeden durduruldu
answer-no-node = ağaçta `{ $node }` düğümü yok; bir düğümün adını ya da 1.0 örneğindeki gibi çocukların 0'dan başlayan
    numaralarını kullanın; kök `root`
answer-no-number = `{ $number }` bir sayı değil; bir tam sayı, 2.1 gibi bir ondalık sayı ya da 21/10 gibi bir kesir
    yazın
answer-no-sign = `{ $item }` için =, <= ya da >= kullanın
answer-twice = `{ $node }` için yanıtta iki değer var
answer-empty = yanıt boş; hiçbir şey budanmıyorsa none yazın
exercise = alıştırma { $number }: { $error }
no-tree-game = yüklü oyunların hiçbiri ağaç okumuyor; oyunu --game ile belirtin

to-move = sıra: { $side }
has-to-pass = { $side } pas geçmek zorunda
side-white = beyaz
side-black = siyah
side-red = kırmızı
side-blue = mavi
side-first = birinci
side-second = ikinci
game-amazons = Amazonlar oyunu
game-ataxx = ataxx
game-backgammon = tavla
game-breakthrough = breakthrough (yarma)
game-cfour = dörtlü bağla
game-checkers = İngiliz daması
game-chess = satranç
game-dotsandboxes = noktalar ve kutular
game-flipello = othello
game-go = go
game-gomoku = gomoku
game-hex = hex
game-isolation = isola
game-kalah = kalah
game-leaftree = yaprak ağacı
game-morris = dokuztaş
game-nim = nim
game-tictactoe = XOX
