# Ağaçlar, aramalar ve yanıtlarla ilgili hatalar, Türkçe.

at = { $place }. karakterdeki `{ $what }` { $problem }
at-end = metnin sonu { $problem }
end = metnin bitmesi gereken yerde
first-leaf = ilk yaprağın olması gereken yerde
close = { $place }. karakterdeki `{ $open }` için kapatan `{ $sign }` işaretinin olması gereken yerde
leaf-too-many = bir yaprak fazla: en çok { $most } yaprak olabilir
decimal-comma = iki sayı da olabilir, ondalık virgüllü tek bir sayı da; yapraklar tam sayıdır, bu yüzden her virgülden
    sonra bir boşluk bırakın
no-leaf-before = öncesinde yaprak yok
among-numbers = yalın sayıların arasında: ayraçlar, [[3,5],[2,9]] örneğindeki gibi bütün ağaçlar içindir
first-bracket = ağacın ilk ayracının olması gereken yerde: ((3 5) (2 9)) gibi, ya da adlarla A:(B:(3 5) C:(2 9)) gibi bir ağaç
    yazın
no-child-before = öncesinde çocuk düğüm yok
child = bir çocuk düğümün olması gereken yerde
no-weight-here = bir ağırlık; oysa yalnızca CHANCE düğümlerinin çocuklarında ağırlık olur
name-too-many = fazladan bir ad
too-deep = { $most } düzeyden daha derine iniyor
weight-alone = ağırlıklı, ama öncesinde ağırlığı olmayan bir şans çocuğu var
weight-missing = ağırlıksız, ama öncesinde ağırlığı olan bir şans çocuğu var
node-too-many = bir düğüm fazla: en çok { $most } düğüm olabilir
leaf-fraction = kesirli, oysa yapraklar tam sayıdır: bütün yaprakları { $number } ile çarpın; bu hiçbir hamleyi ve hiçbir budamayı
    değiştirmez
leaf-infinite = sonsuz: yerine { $number } yazın; hiçbir yaprak bunun ötesinde olamaz
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
too-large = arama { $most } düğümden fazlasını ziyaret ediyor; daha küçük bir derinlik ya da sona daha yakın bir konum
    deneyin
too-large-flag = arama { $most } düğümden fazlasını ziyaret ediyor; daha küçük bir derinlik, sona daha yakın bir konum ya
    da --nodes ile daha yüksek bir sınır deneyin
too-wide = aramanın ziyaret ettiği düğümlerin { $most } çocuktan fazlası var, çizilemeyecek kadar çok; daha az hamleli
    bir konum deneyin
too-large-to-order = önce en iyi çocuğu aramak için bütün ağaç gerekir; ağaçta { $most } düğümden fazlası var. Daha
    küçük bir derinlik ya da sona daha yakın bir konum deneyin
no-tree = { $algorithm } gösterilebilecek tek bir ağacı aramaz; minimax, alphabeta ya da pvs seçin
order-of-pvs = pvs çocukların sırasını kendisi seçer; sıra yalnızca minimax ve alphabeta için seçilebilir
conventions = budama koşulu ve pencere dışında bildirilen değer yalnızca alphabeta için seçilebilir
unknown-leaf = { $leaf } yaprağının değeri bilinmiyor, ama arama onu okumak zorunda; ona bir değer verin
unknown-to-order = önce en iyi çocuğu aramak için bütün ağaç gerekir, ama { $leaf } yaprağının değeri bilinmiyor
one-unknown-leaf = ağaç, değeri bilinmeyen tek bir yaprak: `?`
stopped = arama bitmeden durduruldu
answer-no-node = ağaçta { $node } düğümü yok; bir düğümün adını ya da 1.0 örneğindeki gibi çocukların 0'dan başlayan
    numaralarıyla yolunu yazın; kökün adı root
answer-no-number = { $item }: değer bir sayı değil; bir tam sayı, 2.1 gibi bir ondalık sayı ya da 21/10 gibi bir kesir
    yazın
answer-no-sign = { $item }: düğüm ile değeri arasına B<=2 örneğindeki gibi =, <= ya da >= yazın
answer-twice = { $node } için yanıtta iki değer var; birini yazın
answer-empty = yanıt boş; hiçbir şey budanmıyorsa none yazın
grade-unanswered = yanıtlanmadı
grade-no-pruned = yanıt hangi yaprakların hiç okunmadığını söylemiyor; hiçbir şey budanmıyorsa none yazın
grade-no-value = yanıt kökün değerini söylemiyor; root=3 gibi yazın
grade-no-exercise = satır { $place }: { $item } numaralı alıştırma yok; alıştırmalar 1 ile { $last } arasında
grade-twice = satır { $place }: { $number }. alıştırma ikinci kez yanıtlanmış; ilk yanıt geçerlidir
grade-columns = satır { $place }: bir öğrenci, bir alıştırma numarası ve bir yanıt yazın
sheet-leaves = her düğümünde { $branching } çocuk olan { $depth } yarım hamlelik bir ağacın { $most } yapraktan fazlası
    var; daha az çocuk ya da yarım hamle seçin
sheet-plies = { $depth } yarım hamlelik bir ağaç çok derin; en çok { $most } yarım hamle seçin
sheet-cuts = her düğümünde { $branching } çocuk olan { $depth } yarım hamlelik { $most } rastgele ağacın hiçbirinde
    { $amount } yok; başka bir budama, çocuk ya da yarım hamle sayısı seçin
sheet-games = alıştırma { $number } ötekiler gibi bir ağaç değil: onu ((3 5) (2 9)) gibi yazın ya da bütün alıştırmaların oyununu
    --game ile belirtin
sheet-no-trees = alıştırmalar rastgele ağaçlardır, bu oyun onları okumaz; oyun belirtmeyin
sheet-key = bu bir çalışma kâğıdının anahtarı değil; anahtar, kâğıtla birlikte yazılan key.json dosyasıdır: { $problem }
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

### Geri çevrilen konumlar

game-refuses = { $game } oyunu bunu okuyamıyor: { $error }; --game ile başka bir oyun seçin ya da ((3 5) (2 9)) gibi bir
    ağaç yazın
game-no-tree = { $game } oyunu bunu okuyamıyor: { $error }; bir ağacı açıklatmak için oyun belirtmeyin
game-says = oyunun mesajı: { $error }
position-empty = bir konum `startpos` ile ya da `fen` ve bir dizilişle başlar
fen-empty = `fen` sözcüğünden sonra bir diziliş gerekir, ama yok
startpos-extra = `startpos` sözcüğünden sonra yalnızca `moves` gelebilir, `{ $what }` gelemez
move = { $number }. hamle: { $problem }
not-legal = `{ $what }` geçerli bir hamle değil; geçerli hamleler: { $item }
not-legal-more = `{ $what }` geçerli bir hamle değil; geçerli hamleler: { $item } ve { $count } hamle daha
after-end = `{ $what }` oyun bittikten sonra geliyor ({ $item })
no-player = tahtadan sonra sıradaki oyuncu eksik: { $choice } ekleyin
bad-player = `{ $what }` sıradaki oyuncuyu göstermiyor: { $choice } kullanın
castling = rok hakları için `-` olması gereken yerde `{ $what }` var
en-passant = geçerken alma karesi için `-` olması gereken yerde `{ $what }` var
clock = yarım hamle sayacı `{ $what }`, { $least } ile { $most } arasında bir sayı olmalı
move-number = hamle numarası `{ $what }`, { $least } ile { $most } arasında bir sayı olmalı
after-move-number = hamle numarasından sonra, metnin bitmesi gereken yerde `{ $what }` var
after-player = sıradaki oyuncudan sonra, metnin bitmesi gereken yerde `{ $what }` var
after-store = siyahın hazinesinden sonra, metnin bitmesi gereken yerde `{ $what }` var
board-ranks = `{ $what }` tahtasında { $amount } var, olması gereken: { $expected }
rank-squares = tahtanın { $number }. yatay sırasında, `{ $what }`, { $amount } var, olması gereken: { $expected }
rank-wide = tahtanın { $number }. yatay sırasında, `{ $what }`, { $most } kareden fazlası var
unknown-piece = tahtanın { $number }. yatay sırasında bilinmeyen taş `{ $what }`: { $choice } kullanın
unknown-piece-square = tahtanın { $number }. yatay sırasının { $place }. karesinde bilinmeyen taş `{ $what }`: { $choice }
    kullanın
unknown-piece-pocket = yedekte bilinmeyen taş `{ $what }`: { $choice } kullanın
pocket-open = tahtadan sonraki yedekte kapatan `]` eksik
pocket-after = yedekten sonra, boşluk olması gereken yerde `{ $what }` var
board-size = { $files } sütunlu ve { $ranks } yatay sıralı bir tahta sınırların dışında; sütun sayısı: { $expected }, yatay
    sıra sayısı: { $amount }
board-size-options = { $files } sütunlu ve { $ranks } yatay sıralı bir tahta sınırların dışında; sütun sayısı:
    { $expected }, yatay sıra sayısı: { $amount } (Files ve Ranks seçenekleri)
board-large = { $files } sütunlu ve { $ranks } yatay sıralı bir tahta çok büyük: sütun çarpı (yatay sıra + 1) { $count }
    ediyor, en çok { $most } olabilir
board-large-options = { $files } sütunlu ve { $ranks } yatay sıralı bir tahta çok büyük: sütun çarpı (yatay sıra + 1)
    { $count } ediyor, en çok { $most } olabilir (Files ve Ranks seçenekleri)
two-winners-three = iki kazanan: X şurada üçlü yapmış: { $item }, O ise şurada: { $last }; en çok bir oyuncu kazanabilir
two-winners-four = iki kazanan: X şurada dörtlü yapmış: { $item }, O ise şurada: { $last }; en çok bir oyuncu kazanabilir
floats = { $item } karesindeki taş havada: altındaki { $place } boş
heap = { $number }. yığın, `{ $what }`, { $least } ile { $most } arasında bir sayı ya da sonda sıradaki oyuncu için w veya b
    olmalı
heap-before = `{ $what }` yığınlardan önce geliyor; önce 3 4 5 gibi nesne sayıları gelmeli
heap-after = en çok { $most } yığın olabilir, ardından `{ $what }` geliyor; burada w, b ya da metnin sonu olmalı
houses-one-row = `{ $what }` tahtasında bir sıra var, arasında `/` olan iki sıra olmalı: siyahın kuyuları, sonra beyazınkiler
houses-differ = siyahta { $amount } var, beyazda { $count }; ikisi de aynı sayıda olmalı
houses-seeds = soldan { $number }. kuyudaki `{ $what }` (sıra: { $side }), { $least } ile { $most } arasında bir tohum sayısı
    olmalı
houses-many = `{ $what }` sırasında ({ $side }) { $most } kuyudan fazlası var
houses-store = `{ $what }` hazinesi ({ $side }), { $least } ile { $most } arasında bir tohum sayısı olmalı
houses-full = kuyularda ve hazinelerde { $count } tohum var; en çok { $most } olabilir
houses-options = { $number } kuyulu ve kuyu başına { $count } tohumlu bir oyun olamaz: 1 ile { $most } arasında kuyu ve en az
    bir tohum kullanın (Houses ve Seeds seçenekleri)
houses-seeds-options = iki kez { $number } kuyulu ve kuyu başına { $count } tohumlu bir oyunda { $sum } tohum olur, en çok
    { $most } olabilir (Houses ve Seeds seçenekleri)

### Bu metinlerin parçaları

part-rank = 1 yatay sıra
part-ranks = { $count } yatay sıra
part-square = 1 kare
part-squares = { $count } kare
part-house = 1 kuyu
part-houses = { $count } kuyu
part-like-first = ilk sıradaki gibi { $count }
part-range = { $least } ile { $most } arası
part-sides = { $side } için { $item } ya da { $other } için { $last }
part-or = { $item } ya da { $last }
part-key-json = JSON değil ({ $error })
part-key-list = alıştırmaların alanı exercises bir ağaç listesi olmalı
part-key-depth = depth alanı null ya da 1'den başlayan bir tam sayı olmalı
part-key-field = { $name } alanı şu olmalı: { $choice }
part-key-text = alıştırmaların her biri bir metin olmalı
part-key-many = { $most } alıştırmadan fazlası var
part-some-cut = budama
part-one-cut = tam 1 budama
part-cuts = tam { $count } budama
