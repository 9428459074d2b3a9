# গাছ, অনুসন্ধান ও উত্তর সম্পর্কিত ভুল, বাংলায়।

at = { $place } নম্বর অক্ষরে `{ $what }` { $problem }
at-end = লেখার শেষ { $problem }
end = যেখানে লেখাটি শেষ হওয়ার কথা, সেখানে আছে
first-leaf = যেখানে প্রথম পাতা থাকার কথা, সেখানে আছে
close = যেখানে { $place } নম্বর অক্ষরের `{ $open }` বন্ধ করতে `{ $sign }` থাকার কথা, সেখানে আছে
leaf-too-many = একটি পাতা বেশি: { $most }টি পর্যন্ত চলে
decimal-comma = দুটি সংখ্যা হতে পারে, দশমিক কমাসহ একটিও হতে পারে; পাতা পূর্ণ সংখ্যা, তাই প্রতিটি কমার পরে ফাঁকা রাখুন
no-leaf-before = এর আগে কোনো পাতা নেই
among-numbers = শুধু সংখ্যার মাঝে আছে: বন্ধনী পুরো গাছের জন্য, যেমন [[3,5],[2,9]]
first-bracket = যেখানে গাছের প্রথম বন্ধনী থাকার কথা, সেখানে আছে: ((3 5) (2 9))-এর মতো, অথবা নাম সহ A:(B:(3 5) C:(2 9))-এর মতো একটি
    গাছ লিখুন
no-child-before = এর আগে কোনো সন্তান নেই
child = যেখানে একটি সন্তান থাকার কথা, সেখানে আছে
no-weight-here = একটি ওজন, কিন্তু ওজন থাকে শুধু CHANCE-এর সন্তানদের
name-too-many = একটি বাড়তি নাম
too-deep = { $most } ধাপের চেয়ে গভীরে গেছে
weight-alone = এর ওজন আছে, কিন্তু আগের একটি দৈব-সন্তানের ওজন নেই
weight-missing = এর ওজন নেই, কিন্তু আগের একটি দৈব-সন্তানের ওজন আছে
node-too-many = একটি নোড বেশি: { $most }টি পর্যন্ত চলে
leaf-fraction = একটি ভগ্নাংশ, অথচ পাতা পূর্ণ সংখ্যা: সব পাতাকে { $number } দিয়ে গুণ করুন; তাতে কোনো চাল বা ছাঁটাই বদলায় না
leaf-infinite = অসীম: এর জায়গায় { $number } লিখুন, কোনো পাতা তার বাইরে যায় না
no-number = কোনো সংখ্যা নয়: পাতা হলো { $least } থেকে { $most } পর্যন্ত একটি পূর্ণ সংখ্যা, অথবা ?
outside = { $least } থেকে { $most }-এর বাইরে
no-name = কোনো বৈধ নাম নয়: নামে থাকে অক্ষর, অঙ্ক, _ ও ', সর্বোচ্চ { $most }টি; তা অঙ্ক দিয়ে শুরু হয় না, এবং এগুলোর
    কোনোটি নয়: { $taken }
name-taken = ইতিমধ্যে অন্য একটি নোডের নাম
bad-weight = কোনো ওজন নয়: 9/10-এর মতো ভগ্নাংশ, 0.9-এর মতো দশমিক, অথবা { $most } পর্যন্ত একটি পূর্ণ সংখ্যা লিখুন
weight-zero = ওজন 0: দৈবের প্রতিটি সন্তান ঘটতে পারে
key-wrong = ভুল: { $name }, { $meaning }, হলো { $least } থেকে { $most } পর্যন্ত একটি সংখ্যা
meaning-b = প্রতিটি নোডের সন্তানের সংখ্যা
meaning-depth = পাতা পর্যন্ত প্লাইয়ের সংখ্যা
meaning-seed = জেনারেটরের শুরু
meaning-low = সবচেয়ে ছোট মান
meaning-high = সবচেয়ে বড় মান
key-unknown-tree = অজানা: বন্ধনীতে লেখা গাছের পরে low, high ব্যবহার করুন
key-unknown = অজানা: b, depth, seed, low, high ব্যবহার করুন
key-chance = পাতার সীমা ঠিক করে, যা শুধু দৈব আছে এমন গাছে লাগে
key-twice = { $name }-এর মান দ্বিতীয়বার দেয়
key-excludes = কিছু পাতা বাদ দেয়, যাদের মান { $least } থেকে { $most } পর্যন্ত
step-at-leaf = পথের { $step } নম্বর ধাপ, কিন্তু পথটি ইতিমধ্যে একটি পাতায়
step-one-child = পথের { $step } নম্বর ধাপ, যেখানে নোডটির একটিই সন্তান: 0
step-children = পথের { $step } নম্বর ধাপ, যেখানে নোডটির { $count }টি সন্তান: 0 থেকে { $last }
bound-of-value = এর মান আছে, তাই সীমার দরকার নেই
bound-sign = পাতার কোনো সীমা নয়: <= বা >= লিখুন, যেমন c<=2
bound-number = পাতার কোনো সীমা নয়: একটি সংখ্যা লিখুন, যেমন c<=2
bound-open = যেখানে সীমার সংখ্যা থাকার কথা, সেখানে আছে
list-empty = { $place } নম্বর অক্ষরের তালিকাটি খালি: অন্তত একটি পাতা দরকার
leaves-binary = { $count }টি পাতায় একটি বাইনারি গাছ পূর্ণ হয় না, 2-এর একটি ঘাত দরকার: { $nearest }
leaves-wide = { $count }টি পাতায় প্রতি নোডে { $branching }টি সন্তানের একটি গাছ পূর্ণ হয় না, { $base }-এর একটি ঘাত
    দরকার: { $nearest }
nearest-two = সবচেয়ে কাছের সঠিক সংখ্যা { $below } ও { $above }
nearest-one = সবচেয়ে কাছের সঠিক সংখ্যা { $below }
low-high = low={ $low } হলো high={ $high }-এর চেয়ে বড়
player-root = { $place } নম্বর অক্ষরে যে খেলোয়াড়ের নাম, মূলে তার চাল নয়
player-turn = { $place } নম্বর অক্ষরে যে খেলোয়াড়ের নাম, তা অন্যদের সঙ্গে পালা করে আসে না
chance-node = { $place } নম্বর অক্ষরের দৈব নোড: { $problem }
chance-sum = সম্ভাবনাগুলোর যোগফল 1 নয়, { $sum }
chance-bottom = সম্ভাবনাগুলোর সাধারণ হর { $most }-এর চেয়ে বড়
chance-parts = ওজনগুলোর যোগফল { $sum }; সর্বোচ্চ { $most } চলে
random-depth = দৈবচয়িত গাছের গভীরতা দরকার, যেমন random b=2 depth=24 seed=42
random-size = b={ $branching } depth={ $depth } দিলে { $count }টি পাতা হয়, কিন্তু সর্বোচ্চ { $most }টি চলে
too-large = অনুসন্ধান { $most }টির বেশি নোড দেখে; কম গভীরতা বা শেষের কাছাকাছি কোনো অবস্থান দিয়ে দেখুন
too-large-flag = অনুসন্ধান { $most }টির বেশি নোড দেখে; কম গভীরতা, শেষের কাছাকাছি কোনো অবস্থান বা --nodes দিয়ে আরও বেশি
    সীমা দিয়ে দেখুন
too-wide = অনুসন্ধানে দেখা নোডগুলোর সন্তান { $most }টির বেশি, এত আঁকা যায় না; কম চাল আছে এমন অবস্থান দিয়ে দেখুন
too-large-to-order = সেরা সন্তান আগে খুঁজতে পুরো গাছ লাগে, যার নোড { $most }টির বেশি; কম গভীরতা বা শেষের কাছাকাছি কোনো
    অবস্থান দিয়ে দেখুন
no-tree = { $algorithm } দেখানোর মতো একটিমাত্র গাছে অনুসন্ধান করে না; minimax, alphabeta বা pvs বেছে নিন
order-of-pvs = pvs সন্তানদের ক্রম নিজেই ঠিক করে; ক্রম শুধু minimax ও alphabeta-র জন্য ঠিক করা যায়
conventions = ছাঁটাইয়ের শর্ত ও উইন্ডোর বাইরে জানানো মান শুধু alphabeta-র জন্য ঠিক করা যায়
unknown-leaf = { $leaf } পাতার মান অজানা, কিন্তু অনুসন্ধানকে তা পড়তে হবে; পাতাটিকে একটি মান দিন
unknown-to-order = সেরা সন্তান আগে খুঁজতে পুরো গাছ লাগে, কিন্তু { $leaf } পাতার মান অজানা
one-unknown-leaf = গাছটি একটিমাত্র অজানা পাতা, `?`
stopped = অনুসন্ধান শেষ হওয়ার আগেই থামানো হয়েছে
answer-no-node = গাছে { $node } নামে কোনো নোড নেই; একটি নোডের নাম, অথবা 0 থেকে সন্তানদের নম্বর দিয়ে তার পথ লিখুন, যেমন
    1.0; মূলের নাম root
answer-no-number = { $item }: মানটি কোনো সংখ্যা নয়; একটি পূর্ণ সংখ্যা, 2.1-এর মতো দশমিক বা 21/10-এর মতো ভগ্নাংশ লিখুন
answer-no-sign = { $item }: নোড ও তার মানের মাঝে =, <= বা >= লিখুন, যেমন B<=2
answer-twice = উত্তরে { $node }-এর দুটি মান আছে; একটি লিখুন
answer-empty = উত্তরটি খালি; কিছুই ছাঁটাই না হলে none লিখুন
grade-unanswered = উত্তর দেওয়া হয়নি
grade-no-pruned = কোন পাতাগুলি কখনও পড়া হয় না, উত্তরে তা বলা নেই; কিছুই ছাঁটাই না হলে none লিখুন
grade-no-value = মূলের মান কত, উত্তরে তা বলা নেই; লিখুন root=3-এর মতো
grade-no-exercise = লাইন { $place }: { $item } নম্বরের কোনো অনুশীলনী নেই; সেগুলি 1 থেকে { $last }
grade-twice = লাইন { $place }: অনুশীলনী { $number }-এর উত্তর দ্বিতীয়বার দেওয়া হয়েছে; প্রথম উত্তরটি ধরা হয়
grade-columns = লাইন { $place }: একজন ছাত্র, একটি অনুশীলনীর নম্বর ও একটি উত্তর লিখুন
sheet-leaves = প্রতি নোডে { $branching }টি সন্তান ও { $depth } প্লাইয়ের গাছে { $most }টির বেশি পাতা থাকে; কম সন্তান বা প্লাই বেছে
    নিন
sheet-plies = { $depth } প্লাইয়ের গাছ বেশি গভীর; সর্বাধিক { $most } প্লাই বেছে নিন
sheet-cuts = প্রতি নোডে { $branching }টি সন্তান ও { $depth } প্লাইয়ের { $most }টি এলোমেলো গাছের কোনোটিতে { $amount } নেই; ছাঁটাই,
    সন্তান বা প্লাইয়ের অন্য সংখ্যা বেছে নিন
sheet-games = অনুশীলনী { $number } অন্যগুলির মতো গাছ নয়: ((3 5) (2 9))-এর মতো করে লিখুন, অথবা --game দিয়ে সব অনুশীলনীর খেলার নাম
    দিন
sheet-no-trees = অনুশীলনীগুলি এলোমেলো গাছ, যা এই খেলা পড়ে না; কোনো খেলার নাম দেবেন না
sheet-key = এটি কোনো অনুশীলনপত্রের উত্তর-চাবি নয়; চাবিটি হলো তার সঙ্গে তৈরি key.json ফাইল: { $problem }
exercise = অনুশীলনী { $number }: { $error }
no-tree-game = লোড করা কোনো খেলা গাছ পড়ে না; --game দিয়ে খেলার নাম দিন

to-move = { $side }-এর চাল
has-to-pass = { $side }-কে পাস দিতে হবে
side-white = সাদা
side-black = কালো
side-red = লাল
side-blue = নীল
side-first = প্রথম
side-second = দ্বিতীয়
game-amazons = আমাজনের খেলা
game-ataxx = আটাক্স
game-backgammon = ব্যাকগ্যামন
game-breakthrough = ব্রেকথ্রু
game-cfour = কানেক্ট ফোর
game-checkers = চেকার্স
game-chess = দাবা
game-dotsandboxes = ডট ও বাক্স
game-flipello = ওথেলো
game-go = গো
game-gomoku = গোমোকু
game-hex = হেক্স
game-isolation = আইসোলা
game-kalah = কালাহ
game-leaftree = পাতার গাছ
game-morris = নাইন মেনস মরিস
game-nim = নিম
game-tictactoe = টিক-ট্যাক-টো

### যে অবস্থান পড়া যায় না

game-refuses = { $game } খেলাটি এটি পড়তে পারে না: { $error }; --game দিয়ে অন্য খেলা বেছে নিন, অথবা একটি গাছ লিখুন, যেমন
    ((3 5) (2 9))
game-no-tree = { $game } খেলাটি এটি পড়তে পারে না: { $error }; গাছ ব্যাখ্যা করাতে কোনো খেলার নাম দেবেন না
game-says = খেলাটির বার্তা: { $error }
position-empty = অবস্থান শুরু হয় `startpos` দিয়ে, অথবা `fen` ও তার পরে একটি বিন্যাস দিয়ে
fen-empty = `fen`-এর পরে একটি বিন্যাস দরকার, কিন্তু তা নেই
startpos-extra = `startpos`-এর পরে শুধু `moves` আসতে পারে, `{ $what }` নয়
move = চাল { $number }: { $problem }
not-legal = `{ $what }` বৈধ চাল নয়; বৈধ চালগুলো হলো { $item }
not-legal-more = `{ $what }` বৈধ চাল নয়; বৈধ চালগুলো হলো { $item } এবং আরও { $count }টি
after-end = `{ $what }` খেলা শেষ হওয়ার পরে এসেছে ({ $item })
no-player = ছকের পরে কার চাল তা লেখা নেই: { $choice } যোগ করুন
bad-player = `{ $what }` দিয়ে কার চাল তা বোঝা যায় না: { $choice } লিখুন
castling = ক্যাসলিংয়ের অধিকারের জায়গায় `-` থাকার কথা, আছে `{ $what }`
en-passant = অঁ পাসাঁ ঘরের জায়গায় `-` থাকার কথা, আছে `{ $what }`
clock = প্লাইয়ের গণনা `{ $what }` হতে হবে { $least } থেকে { $most } পর্যন্ত একটি সংখ্যা
move-number = চালের নম্বর `{ $what }` হতে হবে { $least } থেকে { $most } পর্যন্ত একটি সংখ্যা
after-move-number = চালের নম্বরের পরে লেখা শেষ হওয়ার কথা, আছে `{ $what }`
after-player = কার চাল তার পরে লেখা শেষ হওয়ার কথা, আছে `{ $what }`
after-store = কালোর ভাণ্ডারের পরে লেখা শেষ হওয়ার কথা, আছে `{ $what }`
board-ranks = `{ $what }` ছকে আছে { $amount }, কিন্তু থাকার কথা { $expected }
rank-squares = ছকের { $number } নম্বর সারি `{ $what }`-এ আছে { $amount }, কিন্তু থাকার কথা { $expected }
rank-wide = ছকের { $number } নম্বর সারি `{ $what }`-এ { $most }টির বেশি ঘর আছে
unknown-piece = ছকের { $number } নম্বর সারিতে অচেনা ঘুঁটি `{ $what }`: { $choice } লিখুন
unknown-piece-square = ছকের { $number } নম্বর সারির { $place } নম্বর ঘরে অচেনা ঘুঁটি `{ $what }`: { $choice } লিখুন
unknown-piece-pocket = মজুতে অচেনা ঘুঁটি `{ $what }`: { $choice } লিখুন
pocket-open = ছকের পরের মজুতে শেষের `]` নেই
pocket-after = মজুতের পরে ফাঁকা থাকার কথা, আছে `{ $what }`
board-size = { $files } কলাম ও { $ranks } সারির ছক চলে না; কলাম হতে হবে { $expected }, সারি { $amount }
board-size-options = { $files } কলাম ও { $ranks } সারির ছক চলে না; কলাম হতে হবে { $expected }, সারি { $amount }
    (অপশন Files ও Ranks)
board-large = { $files } কলাম ও { $ranks } সারির ছক খুব বড়: কলাম গুণ (সারি + 1) হয় { $count }, কিন্তু সর্বোচ্চ { $most } চলে
board-large-options = { $files } কলাম ও { $ranks } সারির ছক খুব বড়: কলাম গুণ (সারি + 1) হয় { $count }, কিন্তু সর্বোচ্চ
    { $most } চলে (অপশন Files ও Ranks)
two-winners-three = দুজন বিজয়ী: X-এর পরপর তিনটি { $item } ঘরে, O-এর { $last } ঘরে; সর্বোচ্চ একজন জিততে পারে
two-winners-four = দুজন বিজয়ী: X-এর পরপর চারটি { $item } ঘরে, O-এর { $last } ঘরে; সর্বোচ্চ একজন জিততে পারে
floats = { $item } ঘরের ঘুঁটি শূন্যে আছে: তার নিচের { $place } ফাঁকা
heap = { $number } নম্বর স্তূপ `{ $what }` হতে হবে { $least } থেকে { $most } পর্যন্ত একটি সংখ্যা, অথবা শেষে কার চাল তার জন্য w
    বা b
heap-before = স্তূপের আগেই `{ $what }` আছে; প্রথমে বস্তুর সংখ্যা আসবে, যেমন 3 4 5
heap-after = সর্বোচ্চ { $most }টি স্তূপের পরে `{ $what }` আছে; এখানে w, b বা লেখার শেষ থাকার কথা
houses-one-row = `{ $what }` ছকে একটি সারি আছে, কিন্তু মাঝে `/` দিয়ে দুটি থাকার কথা: কালোর ঘর, তারপর সাদার
houses-differ = কালোর আছে { $amount } আর সাদার { $count }টি; দুজনের সমান সংখ্যা থাকার কথা
houses-seeds = বাঁ দিক থেকে { $number } নম্বর ঘরের `{ $what }` ({ $side }) হতে হবে { $least } থেকে { $most } পর্যন্ত বীজের সংখ্যা
houses-many = `{ $what }` সারিতে ({ $side }) { $most }টির বেশি ঘর আছে
houses-store = ভাণ্ডার `{ $what }` ({ $side }) হতে হবে { $least } থেকে { $most } পর্যন্ত বীজের সংখ্যা
houses-full = ঘর ও ভাণ্ডারে { $count }টি বীজ আছে; সর্বোচ্চ { $most }টি চলে
houses-options = প্রতিটিতে { $count }টি বীজসহ { $number } ঘরের খেলা হয় না: 1 থেকে { $most }টি ঘর ও অন্তত একটি বীজ দিন (অপশন
    Houses ও Seeds)
houses-seeds-options = প্রতিটিতে { $count }টি বীজসহ দুই গুণ { $number } ঘরের খেলায় { $sum }টি বীজ হয়, কিন্তু সর্বোচ্চ { $most }টি
    চলে (অপশন Houses ও Seeds)

### এসব লেখার অংশ

part-rank = 1টি সারি
part-ranks = { $count }টি সারি
part-square = 1টি ঘর
part-squares = { $count }টি ঘর
part-house = 1টি ঘর
part-houses = { $count }টি ঘর
part-like-first = প্রথমটির মতো { $count }
part-range = { $least } থেকে { $most }
part-sides = { $side }-এর জন্য { $item } বা { $other }-এর জন্য { $last }
part-or = { $item } বা { $last }
part-key-json = এটি JSON নয় ({ $error })
part-key-list = এর exercises (অনুশীলনী) ক্ষেত্রটি গাছের একটি তালিকা হতে হবে
part-key-depth = এর depth ক্ষেত্রটি null বা 1 থেকে একটি পূর্ণ সংখ্যা হতে হবে
part-key-field = এর { $name } ক্ষেত্রটি হতে হবে { $choice }
part-key-text = এর প্রতিটি অনুশীলনী একটি লেখা হতে হবে
part-key-many = এতে { $most }টির বেশি অনুশীলনী আছে
part-some-cut = কোনো ছাঁটাই
part-one-cut = ঠিক 1টি ছাঁটাই
part-cuts = ঠিক { $count }টি ছাঁটাই
