# plyd'nin bir aramayı açıklarken kullandığı cümleler, Türkçe. Ekler değişkenlere değil, ardından gelen sözcüğe eklenir.

### Adlar ve değerler

root = kök
the-node = { $node } düğümü
the-parent = { $parent } düğümü
pass = pas
list-and = { $names } ve { $last }
list-more = { $count ->
    [one] { $names } ve bir tane daha
   *[other] { $names } ve { $count } tane daha
}
win = { $plies ->
    [one] { $value } ({ $winner } 1 yarım hamlede kazanır)
   *[other] { $value } ({ $winner } { $plies } yarım hamlede kazanır)
}
percent = %{ $whole },{ $tenths }
decimal = { $whole },{ $decimals }

# What is wrong with an answer about a node, and why.
objection = { $node }: { $wrong }. { $why }

### A tree in a few sentences, for those who do not see it

summary-shape = { $nodes ->
    [one] Bir düğümlü
   *[other] { $nodes } düğümlü
} ağaç; { $leaves ->
    [one] biri yaprak
   *[other] bunların { $leaves } tanesi yaprak
}; kökte { $turn } oynar.
summary-best = Kökün en iyi çocuğu { $child }.
summary-read = { $count ->
    [one] Bir yaprak okunuyor: { $leaves }.
   *[other] { $count } yaprak okunuyor: { $leaves }.
}
summary-pruned = { $count ->
    [0] Hiçbir şey budanmıyor.
    [one] Bir düğüm budanıyor: { $nodes }.
   *[other] { $count } düğüm budanıyor: { $nodes }.
}

### Bir düğüme girilir

enter-root = Kökten başlıyoruz; kök bir { $turn } düğümü: alfa = { $alpha }, beta = { $beta }.
enter-root-plain = Kökten başlıyoruz; kök bir { $turn } düğümü.
enter-root-deeper = Daha ileriye bakmak için köke dönüyoruz; kök bir { $turn } düğümü: alfa = { $alpha }, beta =
    { $beta }.
enter-root-anew = Bulunanı doğrulamak için köke dönüyoruz; kök bir { $turn } düğümü: alfa = { $alpha }, beta =
    { $beta }.
again-root-wider = Değer pencerenin dışında kaldığı için başka bir pencereyle köke dönüyoruz; kök bir { $turn }
    düğümü: alfa = { $alpha }, beta = { $beta }.
look-ahead = { $depth ->
    [one] Bir yarım hamle ileriye bakıyoruz.
   *[other] { $depth } yarım hamle ileriye bakıyoruz.
}
window-expected = Değerin bu pencerenin içinde olmasını bekliyoruz; pencere dışındaki bir değerin yalnızca
    hangi tarafta kaldığını öğreniriz.
enter-node = { $node } düğümüne giriyoruz; bu bir { $turn } düğümü: alfa = { $alpha }, beta = { $beta }.
enter-node-plain = { $node } düğümüne giriyoruz; bu bir { $turn } düğümü.
enter-leaf = { $node } yaprağına geliyoruz: alfa = { $alpha }, beta = { $beta }.
enter-leaf-plain = { $node } yaprağına geliyoruz.
enter-pass = { $parent } düğümünde { $player } pas geçiyor; böylece konumun buna karşın yeterince iyi olup
    olmadığına bakıyoruz (boş hamle). { $node } düğümüne giriyoruz; bu bir { $turn } düğümü: alfa = { $alpha }, beta =
    { $beta }.
again-wider = { $node } düğümü { $player } için eldekinden daha iyi çıktı; gerçek değerini bulmak için
    yeniden taranıyor.
again-deeper = { $node } düğümü daha az derinlikte { $player } için eldekinden daha iyi göründü; tam derinlikte
    yeniden taranıyor.
again-confirmed = { $node } düğümünde pas geçmek yeterli oldu; bunu hamle yapılan bir aramanın doğrulaması
    gerekiyor.
alpha-from = { $child } düğümü sayesinde MAX için { $bound } değeri zaten var.
beta-from = { $child } düğümü sayesinde MIN için { $bound } değeri zaten var.
asks-more = { $node } düğümünün değerini değil, yalnızca { $bound } değerinden büyük olup olmadığını soruyoruz.
asks-less = { $node } düğümünün değerini değil, yalnızca { $bound } değerinden küçük olup olmadığını soruyoruz.
soonest-end = { $count ->
    [one] { $bounds } sınırı, hâlâ olabilecek en erken kazancı gösterir.
   *[other] { $bounds } sınırları, hâlâ olabilecek en erken kazançları gösterir.
}
beyond-horizon = Derinlik burada bitiyor: yalnızca taş alma gibi bekletilemeyecek hamleler deneniyor; { $turn }
    bunlardan birini oynamak zorunda değil.

### Bir düğüm yapraktır

leaf-tree = { $node } yaprağının değeri { $value }.
leaf-tree-root = Kök bir yapraktır, değeri { $value }.
leaf-bounded = { $bound ->
    [lower] { $node } yaprağının değeri bilinmiyor, ama en az { $value }. Beta { $end } olduğu için daha fazlasını bilmek
        gerekmiyor.
   *[upper] { $node } yaprağının değeri bilinmiyor, ama en fazla { $value }. Alfa { $end } olduğu için daha fazlasını
        bilmek gerekmiyor.
}
leaf-finished = { $node } düğümünde oyun bitti: değeri { $value }.
leaf-horizon = { $node } düğümünde derinlik bitiyor: sezgisel değerlendirmesi { $value }.
leaf-table = { $bound ->
    [exact] Transpozisyon tablosunda { $node } düğümü için yeterli bilgi var: değeri
        tam olarak { $value }.
    [lower] Transpozisyon tablosunda { $node } düğümü için yeterli bilgi var: değeri
        en az { $value }.
   *[upper] Transpozisyon tablosunda { $node } düğümü için yeterli bilgi var: değeri
        en fazla { $value }.
}
leaf-null-move = { $node } düğümünde { $turn } pas geçtikten sonra bile yeterince iyi bir konumda; bu düğümde arama
    yapılmıyor, değeri { $value } sayılıyor.
leaf-good-enough = { $node } düğümü sezgisel değere göre { $turn } için o kadar iyi ki rakip buradan kaçınır; bu
    düğümde arama yapılmıyor, değeri { $value } sayılıyor.
leaf-hopeless = { $node } düğümü sezgisel değere göre { $turn } için o kadar kötü ki hiçbir sessiz hamle yetmez; bu
    düğümde arama yapılmıyor, değeri { $value } sayılıyor.
leaf-repeated = { $node } düğümündeki konum bu yolda ikinci kez oluşuyor: onu oluşturan bunu yine yapabilir; bu
    düğümün değeri { $value } sayılıyor.
leaf-distance = { $node } düğümünde ne olursa olsun, başka yerde daha erken bir kazanç ya da daha geç bir kayıp zaten
    var; bu düğümde arama yapılmıyor, değeri { $value } sayılıyor.

no-better = { $turn ->
    [MAX] Bu değer, { $parent } düğümünde şimdiye kadar bulunan en iyi değer olan { $best } değerinden büyük değil.
   *[MIN] Bu değer, { $parent } düğümünde şimdiye kadar bulunan en iyi değer olan { $best } değerinden küçük değil.
}

### Bir çocuk düğüm şimdiye kadarki en iyisidir

update-first = Böylece { $node } düğümünün ilk değeri { $value }; bu değer { $child } düğümünden geliyor.
update-better = { $turn ->
    [MAX] { $value } değeri { $before } değerinden büyük olduğu için { $node } düğümünün en iyi değeri artık
        { $value }; bu değer { $child } düğümünden geliyor.
   *[MIN] { $value } değeri { $before } değerinden küçük olduğu için { $node } düğümünün en iyi değeri artık
        { $value }; bu değer { $child } düğümünden geliyor.
}
update-exchange = { $child } düğümüyle { $turn } hiç hamle yapmamaktan daha iyi durumda: { $node } düğümünün en iyi
    değeri artık { $value }.
alpha-rises = { $bound } değeri { $before } değerinden büyük olduğu için alfa artık { $bound }.
beta-falls = { $bound } değeri { $before } değerinden küçük olduğu için beta artık { $bound }.
alpha-stays = Bu değer alfadan büyük değil; alfa değişmiyor: { $bound }.
beta-stays = Bu değer betadan küçük değil; beta değişmiyor: { $bound }.

### Geriye kalan çocuk düğümler atlanır

cut-bounds = { $relation ->
    [equal] Budama: beta = { $beta }, alfa = { $alpha } değerinden büyük değil.
   *[less] Budama: beta = { $beta }, alfa = { $alpha } değerinden küçük.
}
# The same, where the best value is compared before it narrows the window.
cut-value-max = { $relation ->
    [equal] Budama: şimdiye kadarki en iyi değer { $alpha }, beta = { $beta } değerinden küçük değil.
   *[less] Budama: şimdiye kadarki en iyi değer { $alpha }, beta = { $beta } değerinden büyük.
}
cut-value-min = { $relation ->
    [equal] Budama: şimdiye kadarki en iyi değer { $beta }, alfa = { $alpha } değerinden büyük değil.
   *[less] Budama: şimdiye kadarki en iyi değer { $beta }, alfa = { $alpha } değerinden küçük.
}

cut-max = { $count ->
    [one] Geriye kalan { $skipped } çocuk düğümünün değeri ne olursa olsun, { $node } düğümünde MAX en az { $alpha }
        elde edebilir; { $from } düğümü zaten { $beta } verdiği için MIN buraya gelmez. Bu çocuk düğüm atlanır.
   *[other] Geriye kalan { $skipped } çocuk düğümlerinin değerleri ne olursa olsun, { $node } düğümünde MAX en az
        { $alpha } elde edebilir; { $from } düğümü zaten { $beta } verdiği için MIN buraya gelmez. Bu çocuk düğümler
        atlanır.
}
cut-min = { $count ->
    [one] Geriye kalan { $skipped } çocuk düğümünün değeri ne olursa olsun, MIN, { $node } düğümünün değerini en fazla
        { $beta } düzeyinde tutabilir; { $from } düğümü zaten { $alpha } verdiği için MAX buraya gelmez. Bu çocuk
        düğüm atlanır.
   *[other] Geriye kalan { $skipped } çocuk düğümlerinin değerleri ne olursa olsun, MIN, { $node } düğümünün değerini
        en fazla { $beta } düzeyinde tutabilir; { $from } düğümü zaten { $alpha } verdiği için MAX buraya gelmez. Bu
        çocuk düğümler atlanır.
}
cut-max-search = { $count ->
    [one] Öğrenmek istediğimiz yalnızca { $node } düğümünün değerinin en az { $alpha } olduğuydu; geriye kalan
        { $skipped } çocuk düğümü atlanır.
   *[other] Öğrenmek istediğimiz yalnızca { $node } düğümünün değerinin en az { $alpha } olduğuydu; geriye kalan
        { $skipped } çocuk düğümleri atlanır.
}
cut-min-search = { $count ->
    [one] Öğrenmek istediğimiz yalnızca { $node } düğümünün değerinin en fazla { $beta } olduğuydu; geriye kalan
        { $skipped } çocuk düğümü atlanır.
   *[other] Öğrenmek istediğimiz yalnızca { $node } düğümünün değerinin en fazla { $beta } olduğuydu; geriye kalan
        { $skipped } çocuk düğümleri atlanır.
}
cut-soonest = { $count ->
    [one] { $turn } daha erken kazanamaz; { $node } düğümünün geriye kalan { $skipped } çocuk düğümü atlanır.
   *[other] { $turn } daha erken kazanamaz; { $node } düğümünün geriye kalan { $skipped } çocuk düğümleri atlanır.
}
cut-unknown = { $count ->
    [one] { $names } yaprağının değeri bilinmiyor; bilinmesi de gerekmiyor.
   *[other] { $names } yapraklarının değerleri bilinmiyor; bilinmesi de gerekmiyor.
}

### Şans karar verir

chance-window = Bu sınırların ötesinde, öteki sonuçlar ne getirirse getirsin, { $parent } düğümü kendi penceresinin
    dışında kalır.
chance-limits = Hiçbir değer { $low } değerinden küçük ya da { $high } değerinden büyük değil.
probe = Olasılığı { $probability } olan { $child } düğümünü yalnızca yokluyoruz: oradaki tek bir hamle bile { $node }
    düğümü için yeterli olabilir.
narrow-probe = Olasılığı { $probability } olan { $child } düğümü yoklandığına göre { $node } düğümünün değeri en az
    { $low }, en fazla { $high }.
narrow-some = { $child } düğümünün olasılığı { $probability }; { $node } düğümü için şimdiye kadar bulunan: { $sum }.
narrow-range = Geriye kalanlar ne getirirse getirsin, { $node } düğümünün değeri en az { $low }, en fazla { $high }.
narrow-all = Olasılığı { $probability } olan { $child } düğümüyle birlikte { $node } düğümünün bütün sonuçları
    biliniyor: { $sum }.
star-limit = { $side ->
    [least] Budama: geriye kalan her sonuç, olabilecek en düşük değer olan { $limit } değerini getirse bile { $node }
        düğümünün değeri { $sum } olur. Bu değer, beta = { $end } değerinden küçük değil.
   *[most] Budama: geriye kalan her sonuç, olabilecek en yüksek değer olan { $limit } değerini getirse bile { $node }
        düğümünün değeri { $sum } olur. Bu değer, alfa = { $end } değerinden büyük değil.
}
star-probed = { $side ->
    [least] Budama: yoklamalara göre { $node } düğümünün değeri en az { $sum }. Bu değer, beta = { $end } değerinden
        küçük değil.
   *[most] Budama: yoklamalara göre { $node } düğümünün değeri en fazla { $sum }. Bu değer, alfa = { $end }
        değerinden büyük değil.
}
star-from = { $side ->
    [least] { $from } düğümü zaten { $end } verdiği için MIN buraya gelmez.
   *[most] { $from } düğümü zaten { $end } verdiği için MAX buraya gelmez.
}
star-outside = { $node } düğümünün penceresi dışındaki bir değer hiçbir şeyi değiştirmez.
star-skipped = { $count ->
    [one] Geriye kalan { $skipped } sonucu atlanır.
   *[other] Geriye kalan { $skipped } sonuçları atlanır.
}
cut-limit = { $count ->
    [one] { $turn } için { $limit } değerinden iyisi yok; { $node } düğümünün geriye kalan { $skipped } çocuk düğümü
        atlanır.
   *[other] { $turn } için { $limit } değerinden iyisi yok; { $node } düğümünün geriye kalan { $skipped } çocuk
        düğümleri atlanır.
}
cut-max-chance = { $count ->
    [one] Geriye kalan { $skipped } çocuk düğümünün değeri ne olursa olsun, { $node } düğümünde MAX en az { $alpha }
        elde edebilir; bu, şansın karar verdiği { $parent } düğümünü penceresinin dışına çıkarmaya yeter. Bu çocuk
        düğüm atlanır.
   *[other] Geriye kalan { $skipped } çocuk düğümlerinin değerleri ne olursa olsun, { $node } düğümünde MAX en az
        { $alpha } elde edebilir; bu, şansın karar verdiği { $parent } düğümünü penceresinin dışına çıkarmaya yeter.
        Bu çocuk düğümler atlanır.
}
cut-min-chance = { $count ->
    [one] Geriye kalan { $skipped } çocuk düğümünün değeri ne olursa olsun, MIN, { $node } düğümünün değerini en fazla
        { $beta } düzeyinde tutabilir; bu, şansın karar verdiği { $parent } düğümünü penceresinin dışına çıkarmaya
        yeter. Bu çocuk düğüm atlanır.
   *[other] Geriye kalan { $skipped } çocuk düğümlerinin değerleri ne olursa olsun, MIN, { $node } düğümünün değerini
        en fazla { $beta } düzeyinde tutabilir; bu, şansın karar verdiği { $parent } düğümünü penceresinin dışına
        çıkarmaya yeter. Bu çocuk düğümler atlanır.
}

### Bir çocuk düğüme girilmez

promise = Oyun, { $child } düğümünden sonraki hamlede { $winner } oyuncusunun kazanacağını garanti ediyor: bu düğüme
    girilmiyor, değeri { $node } düğümü için { $value } sayılıyor.

### Bir düğümden çıkılır

leave = { $bound ->
    [exact] { $node } düğümünden değeriyle çıkıyoruz: { $value }.
    [nothing] { $node } düğümünden { $value } ile çıkıyoruz; bu, düğüm hakkında bir şey söylemez: hiçbir değeri sonucu
        değiştiremezdi.
    [lower] { $node } düğümünden çıkıyoruz: değeri en az { $value }.
   *[upper] { $node } düğümünden çıkıyoruz: değeri en fazla { $value }.
}
leave-root = { $bound ->
    [exact] Kökten çıkıyoruz: değeri { $value }.
    [lower] Kökten çıkıyoruz: değeri en az { $value }.
   *[upper] Kökten çıkıyoruz: değeri en fazla { $value }.
}
none-better = { $turn ->
    [MAX] Hiçbir çocuk düğüm MAX için, zaten var olan { $bound } değerinden büyük bir değer getirmiyor.
   *[MIN] Hiçbir çocuk düğüm MIN için, zaten var olan { $bound } değerinden küçük bir değer getirmiyor.
}
fail-hard = En iyi değer { $best }, ama pencerenin dışında; bu yüzden pencerenin ucu bildiriliyor: { $value }
    (fail-hard).

### Bir düğüme neden girildi ya da hiç girilmedi

why-root = Her arama kökten başlar.
why-minimax = Minimax penceresizdir ve hiçbir şeyi atlamaz; bu yüzden her düğüm gibi { $node } düğümüne de girilmesi
    gerekiyordu.
why-entered = { $node } düğümüne girilmesi gerekiyordu: { $parent } düğümünde alfa = { $alpha }, beta = { $beta }
    değerinden küçüktü ve bu düğümün değeri sonucu hâlâ değiştirebilirdi.
why-entered-equal = { $node } düğümüne girilmesi gerekiyordu: { $parent } düğümünde beta = { $beta }, alfa =
    { $alpha } değerinden küçük değildi; burada yalnızca beta < alfa olduğunda budama yapılır.
why-entered-chance = { $node } düğümüne girilmesi gerekiyordu: bu düğüm olmadan { $parent } düğümünün değeri yeterince
    bilinmiyordu.
why-below = { $node } düğümü, hiç girilmeyen { $top } düğümünün altında.
why-no-better = { $child } düğümünden sonra rakip bir sonraki hamlede kazanır; oyun, sonra gelen { $node } düğümünün
    daha iyi olmadığını garanti ediyor. Bu yüzden bu düğüme girilmedi.
why-left-out = { $node } düğümü dışarıda bırakıldı: arama, buraya götüren hamlenin sonucu etkileyemeyeceğini varsaydı
    ya da buraya hiç gelmedi.

### Etiketler

label-game = Oyun
label-position = Konum
label-algorithm = Algoritma
label-minimax = minimax
label-alphabeta = alfa-beta
label-pvs = ana varyant araması (PVS)
label-depth = Derinlik
label-depth-whole = oyunun sonuna kadar
label-convention-cut = Budama
label-cut-equal = beta ≤ alfa olur olmaz
label-cut-strict = yalnızca beta < alfa olduğunda
label-convention-fail = Pencerenin dışında
label-fail-soft = bulunan en iyi değer bildirilir (fail-soft)
label-fail-hard = pencerenin ucu bildirilir (fail-hard)
label-order = Çocuk düğümlerin sırası
label-order-left = soldan sağa
label-order-right = sağdan sola
label-order-best = önce en iyisi
label-network = Değerleri veren sinir ağı
label-value = Değer
label-move = En iyi hamle
label-line = Ana varyant
label-nodes = Ziyaret edilen düğüm sayısı
label-leaves = Okunan yaprak sayısı
label-cuts = Budama sayısı
label-saved = Okunmayan yaprak oranı
label-best-case = En iyi durumda yaprak sayısı
label-comparison = Karşılaştırma

### Denetlenen yanıtlar

label-answer-right = Doğru: hiçbir fark yok.
label-answer-is-read = bu düğüm budanmıyor, okunuyor
label-answer-is-pruned = bu düğüm budanıyor, hiç okunmuyor
label-answer-has-no-value = bu düğüme hiç girilmediği için değeri yok
label-answer-has-value = bu düğümün değeri yanıttaki değerden farklı

### Karşılaştırma başlıkları

label-title-minimax = Minimax
label-title-alphabeta = Alfa-beta
label-title-pvs = Ana varyant araması
label-title-left = Soldan sağa
label-title-right = Sağdan sola
label-title-best = Önce en iyi çocuk düğüm
label-title-equal = Budama: beta ≤ alfa olur olmaz
label-title-strict = Budama: yalnızca beta < alfa olduğunda
label-title-soft = Yumuşak sınır (fail-soft)
label-title-hard = Katı sınır (fail-hard)

### Çizimler

label-drawing-max = MAX
label-drawing-min = MIN
label-drawing-chance = CHANCE
label-drawing-leaf = yaprak
label-drawing-max-moves = sıra MAX oyuncusunda
label-drawing-min-moves = sıra MIN oyuncusunda
label-drawing-chance-decides = şans karar verir: olasılık × değer çarpımlarının toplamı
label-drawing-principal = ana varyant
label-drawing-chosen = düğümünün en iyi çocuğu
label-drawing-visited = ziyaret edildi
label-drawing-cut = budandı: hiç ziyaret edilmedi
label-drawing-pruned = budanan bir düğümün altında
label-drawing-probability = olasılık
label-drawing-upper = en fazla
label-drawing-lower = en az
label-drawing-nothing = düğüm hakkında bir şey söylemez
label-drawing-unknown = değeri bilinmiyor
label-drawing-horizon = sezgisel değerlendirme: derinlik burada bitiyor
label-drawing-not-drawn = çizilmeyen düğümler
label-drawing-left-out = çizilmeyen başka düğümler
label-drawing-window = düğümden çıkılırken pencere
label-drawing-handed = aşağıya aktarılan pencere
label-drawing-tree = Arama ağacı
label-drawing-value = değer
label-drawing-nodes = ziyaret edilen düğümler
label-drawing-leaves = okunan yapraklar
label-drawing-cuts = budamalar
label-drawing-minimax-nodes = minimax düğümleri
label-drawing-minimax-leaves = minimax yaprakları
label-drawing-saved = okunmayan yaprak oranı
label-drawing-best-case = olabilecek en az yaprak

### Worksheets

label-sheet-title = Çalışma kâğıdı
label-sheet-answers = Yanıtlar
label-sheet-name = Ad
label-sheet-exercise = Alıştırma
label-sheet-task = Aramanın hiç bakmadığı her şeyin üstünü çizin. Öteki düğümlerin içine değerini, yanına da arama
    düğümden ayrılırkenki alfa ve betayı yazın.

### Sayfa

label-page-title = Adım adım bir arama
label-page-needs-script = Adımlar ve kısa sınav JavaScript gerektirir. Aşağıda tamamlanmış arama var. Sayfa başka dosya yüklemez.
label-page-together = Birlikte ilerle
label-page-steps = Aramanın adımları
label-page-step = Adım
label-page-first = Başa dön
label-page-back = Bir adım geri
label-page-play = Oynat
label-page-pause = Duraklat
label-page-forward = Bir adım ileri
label-page-last = Sona git
label-page-unit = Adım birimi
label-page-by-event = Olay
label-page-by-node = Düğüm
label-page-by-cut = Budama
label-page-speed = Hız
label-page-before = Arama henüz başlamadı.
label-page-value = Değer
label-page-line = Ana varyant
label-page-node = Düğüm
label-page-best = Şimdiye kadarki en iyi
label-page-round = Arama
label-page-depth = Derinlik
label-page-entry = Ziyaret
label-page-nodes = Ziyaret edilen düğümler
label-page-leaves = Okunan yapraklar
label-page-cuts = Budamalar
label-page-saved = Okunmayan yaprak oranı
label-page-counts = Aramanın maliyeti
label-page-counts-note = Bir düğüme her giriş sayılır. “Okunmayan yaprak oranı”, minimax yapraklarının
    okunmayan bölümüdür. En iyi durum, her düğümünde b çocuk bulunan ve derinliği d olan bir ağacın değerini kanıtlamak için
    bir aramanın okuması gereken en az yaprak sayısıdır: b^⌈d/2⌉ + b^⌊d/2⌋ − 1.
label-page-minimax = Düz minimax
label-page-best-case = En iyi durum
label-page-legend = İşaretlerin anlamı
label-page-tree = Arama ağacı
label-page-waiting = henüz ziyaret edilmedi
label-page-open = taranıyor
label-page-current = arama burada
label-page-visited = ziyaret edildi
label-page-chosen = şimdiye kadarki en iyi çocuk düğüm
label-page-pruned = budandı
label-page-skipped = bu kez atlandı
label-page-old = önceki bir aramadan
label-page-legend-max = Sıra MAX oyuncusunda: yukarı bakan üçgen
label-page-legend-min = Sıra MIN oyuncusunda: aşağı bakan üçgen
label-page-legend-chance = Şans karar verir: daire
label-page-legend-leaf = Yaprak: kare
label-page-legend-horizon = ≈: derinlik bittiği için sezgisel değerlendirme
label-page-legend-open = Taranıyor: kalın çerçeve çizgisi
label-page-legend-current = Arama burada: çerçeve
label-page-legend-visited = Ziyaret edildi: düz çizgi, dolu
label-page-legend-chosen = Şimdiye kadarki en iyi çocuk düğüm: ok
label-page-legend-line = Ana varyant: çift çizgi
label-page-legend-pruned = Budandı, hiç ziyaret edilmedi: kesikli ve taralı, kenarın üstü çizili
label-page-legend-skipped = Bu kez atlandı ama önce ziyaret edilmişti: kesikli
label-page-legend-old = Önceki bir aramadan kaldı: boş
label-page-view = Ağacın görünümü
label-page-larger = Büyüt
label-page-smaller = Küçült
label-page-fit = Bütün ağacı göster
label-page-unfold-all = Tümünü aç
label-page-fold-all = Tümünü kapat
label-page-overview = Ağaca genel bakış
label-page-result-later = Sonuç, arama bitince gösterilir.
label-page-window = Bir doğru üzerinde alfa ve beta
label-page-code = Algoritma
label-page-quiz = Kısa sınav
label-page-quiz-task = Arama hangi düğümlere hiç bakmayacak? Bunları işaretleyin: tıklayın ya da ok tuşlarıyla gezinip
    boşluk tuşuna basın. Bir iç düğümdeki işaret, altındaki bütün yapraklar için geçerlidir. Enter yanıtı denetler.
label-page-quiz-write = Aramanın baktığı bir iç düğümü seçip değerini, bir de arama düğümden ayrılırkenki alfa ile
    betayı yazın. Boş bırakılan alfa ya da beta sonsuzdur.
label-page-quiz-asked = Kısa sınavın sorduğu
label-page-ask-cuts = Hiç bakılmayan düğümler
label-page-ask-values = Değerler
label-page-ask-bounds = Alfa ile beta
label-page-check = Denetle
label-page-again = Yeniden dene
label-page-reveal = Yanıtı göster
label-page-leave-quiz = Kısa sınavdan çık
label-page-right = Doğru: aramanın hiç bakmadığı düğümler bunlar.
label-page-wrong = Doğru değil. Yanlış olan ilk düğüm:
label-page-mark-missing = arama bu düğüme hiç bakmıyor, ama düğüm işaretli değil.
label-page-mark-too-many = bu düğüm işaretli, ama arama ona bakıyor.
label-page-right-values = Doğru: değerler bunlar.
label-page-right-bounds = Doğru: alfa ile beta bunlar.
label-page-wrong-value = değeri başka.
label-page-wrong-alpha = burada alfa başka.
label-page-wrong-beta = burada beta başka.
label-page-series-tree = Ağaç
label-page-series-points = Puan
label-page-series-name = Ad
label-page-series-code = Öğretmen için kodu oluştur
label-page-code-as = Kod şuradaki gibi:
label-page-code-tutorial = öğretici
label-page-course-title = Alfa-beta: örnekler ve alıştırmalar
label-page-course-example = Örnek
label-page-course-exercise = Alıştırma
label-page-course-previous = Önceki
label-page-course-next = Sonraki
label-page-course-sheet = Çalışma kâğıdı
label-page-course-from = İlk alıştırma
label-page-course-to = son
label-page-course-show = Çalışma kâğıdını göster
label-page-course-answers = yanıtlarla
label-page-course-print = Yazdır
label-page-keys = Tuşlar
label-page-key-steps = bir adım geri ya da ileri; kısa sınavda üstteki ya da alttaki düğüme
label-page-key-ends = başa ya da sona
label-page-key-play = oynat ya da duraklat; kısa sınavda düğümü işaretle
label-page-key-unit = olay, düğüm ya da budama adımlarıyla ilerle
label-page-key-tree = ağaçta önceki ya da sonraki düğüme
label-page-key-fold = ağaçta düğümün altını aç ya da kapat
label-page-key-enter = ağaçta aynısı; kısa sınavda yanıtı denetle
label-page-key-zoom = büyüt, küçült, bütün ağaç
label-page-key-quiz = kısa sınava başla ya da kısa sınavdan çık

### The algorithm as code, line by line

# Names such as value, best and child are the same in all lines. A line is short.
label-code-head = değer(düğüm, α, β):
label-code-head-plain = değer(düğüm):
label-code-leaf = düğüm yapraksa: değerini döndür
label-code-max = sıra MAX oyuncusundaysa:
label-code-max-first = eniyi ← −∞
label-code-min = sıra MIN oyuncusundaysa:
label-code-min-first = eniyi ← +∞
label-code-each = her çocuk için:
label-code-max-best = eniyi ← max(eniyi, değer(çocuk, α, β))
label-code-max-best-plain = eniyi ← max(eniyi, değer(çocuk))
label-code-max-bound = α ← max(α, eniyi)
label-code-max-cut = α ≥ β ise: döngüden çık (budama)
label-code-max-cut-strict = α > β ise: döngüden çık (budama)
label-code-min-best = eniyi ← min(eniyi, değer(çocuk, α, β))
label-code-min-best-plain = eniyi ← min(eniyi, değer(çocuk))
label-code-min-bound = β ← min(β, eniyi)
label-code-min-cut = α ≥ β ise: döngüden çık (budama)
label-code-min-cut-strict = α > β ise: döngüden çık (budama)
label-code-return = eniyi değerini döndür
label-code-return-hard = eniyi değerini, baştaki α ile β arasında kalacak biçimde döndür
label-code-chance = şans karar veriyorsa: olasılık · değer(çocuk) toplamını döndür
