# plyd যে বাক্যগুলো দিয়ে একটি অনুসন্ধান ব্যাখ্যা করে, বাংলায়।

### নাম ও মান

root = মূল
the-node = { $node } নোড
the-parent = { $parent } নোড
pass = পাস
list-and = { $names } ও { $last }
list-more = { $count ->
    [one] { $names } ও আরও { $count }টি
   *[other] { $names } ও আরও { $count }টি
}
win = { $plies ->
    [one] { $value } ({ $winner } { $plies } প্লাইয়ে জেতে)
   *[other] { $value } ({ $winner } { $plies } প্লাইয়ে জেতে)
}
percent = { $whole }.{ $tenths }%
decimal = { $whole }.{ $decimals }

# What is wrong with an answer about a node, and why.
objection = { $node }: { $wrong }। { $why }

### A tree in a few sentences, for those who do not see it

summary-shape = { $nodes }টি নোডের একটি গাছ, যার { $leaves }টি পাতা; মূলে { $turn }-এর চাল।
summary-best = মূলের সেরা সন্তান নোড { $child }।
summary-read = { $count }টি পাতা পড়া হয়: { $leaves }।
summary-pruned = { $count ->
    [0] কিছুই ছাঁটাই হয় না।
   *[other] { $count }টি নোড ছাঁটাই হয়: { $nodes }।
}

### একটি নোডে প্রবেশ

enter-root = আমরা মূল থেকে শুরু করি; এটি একটি { $turn } নোড, আলফা = { $alpha } এবং বিটা = { $beta }।
enter-root-plain = আমরা মূল থেকে শুরু করি; এটি একটি { $turn } নোড।
enter-root-deeper = আরও গভীরে দেখতে আমরা মূলে ফিরে আসি; এটি একটি { $turn } নোড, আলফা = { $alpha } এবং বিটা =
    { $beta }।
enter-root-anew = যা পাওয়া গেছে তা নিশ্চিত করতে আমরা মূলে ফিরে আসি; এটি একটি { $turn } নোড, আলফা = { $alpha } এবং
    বিটা = { $beta }।
again-root-wider = মানটি উইন্ডোর বাইরে পড়েছে, তাই আমরা অন্য একটি উইন্ডো নিয়ে মূলে ফিরে আসি; এটি একটি { $turn } নোড,
    আলফা = { $alpha } এবং বিটা = { $beta }।
look-ahead = { $depth ->
    [one] আমরা সামনের { $depth } প্লাই পর্যন্ত দেখি।
   *[other] আমরা সামনের { $depth } প্লাই পর্যন্ত দেখি।
}
window-expected = মানটি এই উইন্ডোর ভেতরে থাকবে বলে আশা করা হচ্ছে; বাইরের কোনো মানের বেলায় শুধু জানা যাবে সেটি কোন
    পাশে।
enter-node = আমরা { the-node }ে প্রবেশ করি; এটি একটি { $turn } নোড, আলফা = { $alpha } এবং বিটা = { $beta }।
enter-node-plain = আমরা { the-node }ে প্রবেশ করি; এটি একটি { $turn } নোড।
enter-leaf = আমরা { $node } পাতায় আসি: আলফা = { $alpha } এবং বিটা = { $beta }।
enter-leaf-plain = আমরা { $node } পাতায় আসি।
enter-pass = { the-parent }ে { $player } নিজের পালা ছেড়ে দেয়, যাতে দেখা যায় অবস্থানটি তবুও যথেষ্ট ভালো কি না (নাল
    মুভ): আমরা { the-node }ে প্রবেশ করি; এটি একটি { $turn } নোড, আলফা = { $alpha } এবং বিটা = { $beta }।
again-wider = { the-node }টি { $player }-এর জন্য আগে যা ছিল তার চেয়ে ভালো প্রমাণিত হয়েছে, তাই এর মান জানতে এতে
    আবার অনুসন্ধান চালানো হয়।
again-deeper = কম গভীরতায় { the-node }টি { $player }-এর জন্য আগে যা ছিল তার চেয়ে ভালো মনে হয়েছে, তাই পূর্ণ গভীরতায়
    এতে আবার অনুসন্ধান চালানো হয়।
again-confirmed = { the-node }ে পালা ছেড়ে দেওয়াই যথেষ্ট ছিল; চাল দিয়ে করা একটি অনুসন্ধানকে তা নিশ্চিত করতে হবে।
alpha-from = { $child } নোড থেকে MAX-এর হাতে ইতিমধ্যে { $bound } আছে।
beta-from = { $child } নোড থেকে MIN-এর হাতে ইতিমধ্যে { $bound } আছে।
asks-more = আমরা শুধু জানতে চাই { the-node }ের মান { $bound }-এর চেয়ে বেশি কি না, মানটি কত তা নয়।
asks-less = আমরা শুধু জানতে চাই { the-node }ের মান { $bound }-এর চেয়ে কম কি না, মানটি কত তা নয়।
soonest-end = { $count ->
    [one] { $bounds } সীমাটি বোঝায় এখনও সম্ভব এমন সবচেয়ে দ্রুত জয়।
   *[other] { $bounds } সীমাগুলো বোঝায় এখনও সম্ভব এমন সবচেয়ে দ্রুত জয়।
}
beyond-horizon = গভীরতা এখানেই শেষ: শুধু যেসব চাল অপেক্ষা করতে পারে না, যেমন ঘুঁটি কাটা, সেগুলোই দেখা হয়, আর
    { $turn } সেগুলোর কোনোটি দিতে বাধ্য নয়।

### নোডটি একটি পাতা

leaf-tree = { $node } পাতার মান { $value }।
leaf-tree-root = মূল নিজেই একটি পাতা, এর মান { $value }।
leaf-bounded = { $bound ->
    [lower] { $node } পাতার মান অজানা, তবে কমপক্ষে { $value }। বিটা { $end } বলে এর বেশি জানার দরকার নেই।
   *[upper] { $node } পাতার মান অজানা, তবে সর্বোচ্চ { $value }। আলফা { $end } বলে এর বেশি জানার দরকার নেই।
}
leaf-finished = { the-node }ে খেলা শেষ: এর মান { $value }।
leaf-horizon = { the-node }ে গভীরতা শেষ: হিউরিস্টিক অনুযায়ী এর মান { $value }।
leaf-table = { $bound ->
    [exact] ট্রান্সপোজিশন টেবিল { the-node } সম্পর্কে ইতিমধ্যে যথেষ্ট জানে: এর মান ঠিক { $value }।
    [lower] ট্রান্সপোজিশন টেবিল { the-node } সম্পর্কে ইতিমধ্যে যথেষ্ট জানে: এর মান কমপক্ষে { $value }।
   *[upper] ট্রান্সপোজিশন টেবিল { the-node } সম্পর্কে ইতিমধ্যে যথেষ্ট জানে: এর মান সর্বোচ্চ { $value }।
}
leaf-null-move = পালা ছেড়ে দেওয়ার পরেও { the-node }ে { $turn } যথেষ্ট ভালো অবস্থানে আছে, তাই এর নিচে আর অনুসন্ধান
    করা হয় না; এর মান { $value } ধরা হয়।
leaf-good-enough = হিউরিস্টিক অনুযায়ী { the-node }টি { $turn }-এর জন্য এত ভালো যে প্রতিপক্ষ এটি এড়িয়ে যাবে, তাই এর
    নিচে আর অনুসন্ধান করা হয় না; এর মান { $value } ধরা হয়।
leaf-hopeless = হিউরিস্টিক অনুযায়ী { the-node }টি { $turn }-এর জন্য এত খারাপ যে ঘুঁটি না কেটে কোনো চালেই লাভ নেই,
    তাই এর নিচে আর অনুসন্ধান করা হয় না; এর মান { $value } ধরা হয়।
leaf-repeated = { the-node }ের অবস্থানটি এই পথে দ্বিতীয়বার এসেছে: যে এটি এনেছে সে আবারও আনতে পারে, তাই এর মান
    { $value } ধরা হয়।
leaf-distance = { the-node }ে যা-ই ঘটুক, অন্য জায়গায় এর চেয়ে দ্রুত জয় বা এর চেয়ে দেরিতে হার ইতিমধ্যে আছে, তাই এর
    নিচে আর অনুসন্ধান করা হয় না; এর মান { $value } ধরা হয়।

no-better = { $turn ->
    [MAX] এটি { the-parent }ে এ পর্যন্ত পাওয়া সেরা মান { $best }-এর চেয়ে বেশি নয়।
   *[MIN] এটি { the-parent }ে এ পর্যন্ত পাওয়া সেরা মান { $best }-এর চেয়ে কম নয়।
}

### একটি সন্তান এখন পর্যন্ত সেরা

update-first = { the-node }ের প্রথম মান { $value }, যা আসে { $child } নোড থেকে।
update-better = { $turn ->
    [MAX] { $value } যেহেতু { $before }-এর চেয়ে বেশি, তাই { the-node }ের সেরা মান এখন { $value }, যা আসে { $child }
        নোড থেকে।
   *[MIN] { $value } যেহেতু { $before }-এর চেয়ে কম, তাই { the-node }ের সেরা মান এখন { $value }, যা আসে { $child } নোড
        থেকে।
}
update-exchange = { $child } নোডে গেলে { $turn } চাল না দেওয়ার চেয়ে ভালো অবস্থায় থাকে: { the-node }ের সেরা মান এখন
    { $value }।
alpha-rises = { $bound } যেহেতু { $before }-এর চেয়ে বেশি, তাই আলফা এখন { $bound }।
beta-falls = { $bound } যেহেতু { $before }-এর চেয়ে কম, তাই বিটা এখন { $bound }।
alpha-stays = এটি আলফার চেয়ে বেশি নয়; আলফা { $bound } থাকে।
beta-stays = এটি বিটার চেয়ে কম নয়; বিটা { $bound } থাকে।

### বাকি সন্তানগুলো বাদ

cut-bounds = { $relation ->
    [equal] ছাঁটাই: বিটা = { $beta }, যা আলফা = { $alpha }-এর চেয়ে বেশি নয়।
   *[less] ছাঁটাই: বিটা = { $beta }, যা আলফা = { $alpha }-এর চেয়ে কম।
}
# The same, where the best value is compared before it narrows the window.
cut-value-max = { $relation ->
    [equal] ছাঁটাই: এ পর্যন্ত সেরা মান { $alpha }, বিটা = { $beta }-এর চেয়ে কম নয়।
   *[less] ছাঁটাই: এ পর্যন্ত সেরা মান { $alpha }, বিটা = { $beta }-এর চেয়ে বেশি।
}
cut-value-min = { $relation ->
    [equal] ছাঁটাই: এ পর্যন্ত সেরা মান { $beta }, আলফা = { $alpha }-এর চেয়ে বেশি নয়।
   *[less] ছাঁটাই: এ পর্যন্ত সেরা মান { $beta }, আলফা = { $alpha }-এর চেয়ে কম।
}

cut-max = { $count ->
    [one] বাকি সন্তান { $skipped }-এর মান যা-ই হোক, { the-node }ে MAX কমপক্ষে { $alpha } পেতে পারে, আর MIN এখানে আসবে
        না, কারণ { $from } নোড ইতিমধ্যে { $beta } দেয়। সন্তানটি বাদ দেওয়া হয়।
   *[other] বাকি সন্তান { $skipped }-এর মান যা-ই হোক, { the-node }ে MAX কমপক্ষে { $alpha } পেতে পারে, আর MIN এখানে
        আসবে না, কারণ { $from } নোড ইতিমধ্যে { $beta } দেয়। সন্তানগুলো বাদ দেওয়া হয়।
}
cut-min = { $count ->
    [one] বাকি সন্তান { $skipped }-এর মান যা-ই হোক, MIN চাইলে { the-node }ের মান { $beta } বা তার কমে আটকে রাখতে পারে, আর
        MAX এখানে আসবে না, কারণ { $from } নোড ইতিমধ্যে { $alpha } দেয়। সন্তানটি বাদ দেওয়া হয়।
   *[other] বাকি সন্তান { $skipped }-এর মান যা-ই হোক, MIN চাইলে { the-node }ের মান { $beta } বা তার কমে আটকে রাখতে পারে, আর
        MAX এখানে আসবে না, কারণ { $from } নোড ইতিমধ্যে { $alpha } দেয়। সন্তানগুলো বাদ দেওয়া হয়।
}
cut-max-search = { $count ->
    [one] { the-node }ের মান কমপক্ষে { $alpha }, শুধু এটুকুই জানার ছিল; তাই বাকি সন্তান { $skipped } বাদ দেওয়া হয়।
   *[other] { the-node }ের মান কমপক্ষে { $alpha }, শুধু এটুকুই জানার ছিল; তাই বাকি সন্তান { $skipped } বাদ দেওয়া হয়।
}
cut-min-search = { $count ->
    [one] { the-node }ের মান সর্বোচ্চ { $beta }, শুধু এটুকুই জানার ছিল; তাই বাকি সন্তান { $skipped } বাদ দেওয়া হয়।
   *[other] { the-node }ের মান সর্বোচ্চ { $beta }, শুধু এটুকুই জানার ছিল; তাই বাকি সন্তান { $skipped } বাদ দেওয়া হয়।
}
cut-soonest = { $count ->
    [one] { $turn }-এর জয় এর চেয়ে দ্রুত হতে পারে না, তাই { the-node }ের বাকি সন্তান { $skipped } বাদ দেওয়া হয়।
   *[other] { $turn }-এর জয় এর চেয়ে দ্রুত হতে পারে না, তাই { the-node }ের বাকি সন্তান { $skipped } বাদ দেওয়া হয়।
}
cut-unknown = { $count ->
    [one] { $names } পাতার মান অজানা, আর তা জানার দরকারও নেই।
   *[other] { $names } পাতাগুলোর মান অজানা, আর তা জানার দরকারও নেই।
}

### দৈব ঠিক করে

chance-window = এই সীমার বাইরে গেলে, অন্য ফলগুলো যা-ই আনুক, { the-parent } নিজের উইন্ডোর বাইরে পড়বে।
chance-limits = কোনো মানই { $low }-এর চেয়ে কম বা { $high }-এর চেয়ে বেশি নয়।
probe = আমরা { $child } নোডটি শুধু যাচাই করে দেখি, যার সম্ভাবনা { $probability }: সেখানকার একটি চালই { the-node } সম্পর্কে
    যথেষ্ট জানাতে পারে।
narrow-probe = { $child } নোড, যার সম্ভাবনা { $probability }, যাচাই করা হলো; এখন { the-node }ের মান কমপক্ষে { $low } এবং
    সর্বোচ্চ { $high }।
narrow-some = { $child } নোডের সম্ভাবনা { $probability }, তাই { the-node }ের জন্য এখন পর্যন্ত { $sum }।
narrow-range = বাকিগুলো যা-ই আনুক, { the-node }ের মান কমপক্ষে { $low } এবং সর্বোচ্চ { $high }।
narrow-all = { $child } নোড, যার সম্ভাবনা { $probability }, জানার পরে { the-node }ের সব ফল জানা: { $sum }।
star-limit = { $side ->
    [least] ছাঁটাই: বাকি প্রতিটি ফল সবচেয়ে কম মান { $limit } আনলেও { the-node }ের মান হয় { $sum }। এটি বিটা = { $end }-এর
        চেয়ে কম নয়।
   *[most] ছাঁটাই: বাকি প্রতিটি ফল সবচেয়ে বেশি মান { $limit } আনলেও { the-node }ের মান হয় { $sum }। এটি আলফা = { $end }-এর
        চেয়ে বেশি নয়।
}
star-probed = { $side ->
    [least] ছাঁটাই: যাচাই থেকে জানা যায় { the-node }ের মান কমপক্ষে { $sum }। এটি বিটা = { $end }-এর চেয়ে কম নয়।
   *[most] ছাঁটাই: যাচাই থেকে জানা যায় { the-node }ের মান সর্বোচ্চ { $sum }। এটি আলফা = { $end }-এর চেয়ে বেশি নয়।
}
star-from = { $side ->
    [least] MIN এখানে আসবে না, কারণ { $from } নোড ইতিমধ্যে { $end } দেয়।
   *[most] MAX এখানে আসবে না, কারণ { $from } নোড ইতিমধ্যে { $end } দেয়।
}
star-outside = { the-node }ের উইন্ডোর বাইরের কোনো মান কিছুই বদলায় না।
star-skipped = { $count ->
    [one] বাকি ফল { $skipped } বাদ দেওয়া হয়।
   *[other] বাকি ফল { $skipped } বাদ দেওয়া হয়।
}
cut-limit = { $count ->
    [one] { $turn }-এর জন্য { $limit }-এর চেয়ে ভালো কোনো মান নেই, তাই { the-node }ের বাকি সন্তান { $skipped } বাদ দেওয়া হয়।
   *[other] { $turn }-এর জন্য { $limit }-এর চেয়ে ভালো কোনো মান নেই, তাই { the-node }ের বাকি সন্তান { $skipped } বাদ দেওয়া হয়।
}
cut-max-chance = { $count ->
    [one] বাকি সন্তান { $skipped }-এর মান যা-ই হোক, { the-node }ে MAX কমপক্ষে { $alpha } পেতে পারে, আর তাতেই
        { the-parent }, যেখানে দৈব ঠিক করে, নিজের উইন্ডোর বাইরে পড়ে। সন্তানটি বাদ দেওয়া হয়।
   *[other] বাকি সন্তান { $skipped }-এর মান যা-ই হোক, { the-node }ে MAX কমপক্ষে { $alpha } পেতে পারে, আর তাতেই
        { the-parent }, যেখানে দৈব ঠিক করে, নিজের উইন্ডোর বাইরে পড়ে। সন্তানগুলো বাদ দেওয়া হয়।
}
cut-min-chance = { $count ->
    [one] বাকি সন্তান { $skipped }-এর মান যা-ই হোক, MIN চাইলে { the-node }ের মান { $beta } বা তার কমে আটকে রাখতে পারে, আর তাতেই
        { the-parent }, যেখানে দৈব ঠিক করে, নিজের উইন্ডোর বাইরে পড়ে। সন্তানটি বাদ দেওয়া হয়।
   *[other] বাকি সন্তান { $skipped }-এর মান যা-ই হোক, MIN চাইলে { the-node }ের মান { $beta } বা তার কমে আটকে রাখতে পারে, আর
        তাতেই { the-parent }, যেখানে দৈব ঠিক করে, নিজের উইন্ডোর বাইরে পড়ে। সন্তানগুলো বাদ দেওয়া হয়।
}

### যে সন্তানে প্রবেশ করা হয় না

promise = খেলাটি নিশ্চয়তা দেয় যে { $child } নোডের ঠিক পরের চালে { $winner } জেতে: এতে প্রবেশ করা হয় না, আর
    { the-node }ের জন্য এর মান { $value } ধরা হয়।

### একটি নোড থেকে প্রস্থান

leave = { $bound ->
    [exact] আমরা { the-node } থেকে বেরিয়ে আসি: এর মান { $value }।
    [nothing] আমরা { the-node } থেকে { $value } নিয়ে বেরিয়ে আসি, যা এর সম্পর্কে কিছু বলে না: এর কোনো মানই ফলাফল
        বদলাতে পারত না।
    [lower] আমরা { the-node } থেকে বেরিয়ে আসি: এর মান কমপক্ষে { $value }।
   *[upper] আমরা { the-node } থেকে বেরিয়ে আসি: এর মান সর্বোচ্চ { $value }।
}
leave-root = { $bound ->
    [exact] আমরা মূল থেকে বেরিয়ে আসি: এর মান { $value }।
    [lower] আমরা মূল থেকে বেরিয়ে আসি: এর মান কমপক্ষে { $value }।
   *[upper] আমরা মূল থেকে বেরিয়ে আসি: এর মান সর্বোচ্চ { $value }।
}
none-better = { $turn ->
    [MAX] কোনো সন্তান MAX-কে ইতিমধ্যে পাওয়া { $bound }-এর চেয়ে বেশি দেয় না।
   *[MIN] কোনো সন্তান MIN-কে ইতিমধ্যে পাওয়া { $bound }-এর চেয়ে কম দেয় না।
}
fail-hard = সেরা মান { $best }, কিন্তু তা উইন্ডোর বাইরে; তাই উইন্ডোর প্রান্তের মানটি জানানো হয়: { $value }
    (fail-hard)।

### একটি নোডে কেন প্রবেশ করা হলো, বা হলো না

why-root = প্রতিটি অনুসন্ধান মূল থেকেই শুরু হয়।
why-minimax = মিনিম্যাক্সের কোনো উইন্ডো নেই এবং তা কিছুই বাদ দেয় না, তাই অন্য সব নোডের মতো { the-node }েও প্রবেশ করতে
    হয়েছে।
why-entered = { the-node }ে প্রবেশ করতে হয়েছে: { the-parent }ে আলফা = { $alpha } ছিল, যা বিটা = { $beta }-এর চেয়ে
    কম, তাই এর মান তখনও ফলাফল বদলাতে পারত।
why-entered-equal = { the-node }ে প্রবেশ করতে হয়েছে: { the-parent }ে বিটা = { $beta } ছিল, যা আলফা = { $alpha }-এর
    চেয়ে কম নয়, আর এখানে শুধু বিটা < আলফা হলেই ছাঁটাই হয়।
why-entered-chance = { the-node }ে প্রবেশ করতে হয়েছে: এটি ছাড়া { the-parent }ের মান যথেষ্ট জানা ছিল না।
why-below = { the-node }টি { $top } নোডের নিচে, যেখানে কখনও প্রবেশ করা হয়নি।
why-no-better = { $child } নোডের পরের চালেই প্রতিপক্ষ জেতে, আর খেলাটি নিশ্চয়তা দেয় যে পরে আসা { the-node }টি এর
    চেয়ে ভালো নয়; তাই এতে প্রবেশ করা হয়নি।
why-left-out = { the-node }টি বাদ দেওয়া হয়েছে: অনুসন্ধান ধরে নিয়েছে যে এর চালটি ফলাফল বদলাতে পারে না, অথবা এখানে
    কখনও পৌঁছায়নি।

### লেবেল

label-game = খেলা
label-position = অবস্থান
label-algorithm = অ্যালগরিদম
label-minimax = মিনিম্যাক্স
label-alphabeta = আলফা-বিটা
label-pvs = প্রধান ধারার অনুসন্ধান (PVS)
label-depth = গভীরতা
label-depth-whole = খেলার শেষ পর্যন্ত
label-convention-cut = ছাঁটাই
label-cut-equal = বিটা ≤ আলফা হওয়ামাত্র
label-cut-strict = শুধু বিটা < আলফা হলে
label-convention-fail = উইন্ডোর বাইরে
label-fail-soft = পাওয়া সেরা মানটি জানানো হয় (fail-soft)
label-fail-hard = উইন্ডোর প্রান্তের মান জানানো হয় (fail-hard)
label-order = সন্তানদের ক্রম
label-order-left = বাম থেকে ডানে
label-order-right = ডান থেকে বামে
label-order-best = সেরাটি আগে
label-network = মান দেয় এই নিউরাল নেটওয়ার্ক
label-value = মান
label-move = সেরা চাল
label-line = প্রধান ধারা (principal variation)
label-nodes = দেখা নোড
label-leaves = যত পাতা পড়া হয়েছে
label-cuts = ছাঁটাইয়ের সংখ্যা
label-saved = যত পাতা পড়তে হয়নি
label-best-case = সর্বোত্তম ক্ষেত্রে পাতা
label-comparison = তুলনা

### যাচাই করা উত্তর

label-answer-right = ঠিক: কোনো পার্থক্য নেই।
label-answer-is-read = এটি পড়া হয়, ছাঁটাই হয় না
label-answer-is-pruned = এটি ছাঁটাই হয়, কখনও পড়া হয় না
label-answer-has-no-value = এর কোনো মান নেই, কারণ এতে কখনও প্রবেশ করা হয়নি
label-answer-has-value = এর মান উত্তরে দেওয়া মান থেকে আলাদা

### তুলনার শিরোনাম

label-title-minimax = মিনিম্যাক্স
label-title-alphabeta = আলফা-বিটা
label-title-pvs = প্রধান ধারার অনুসন্ধান (PVS)
label-title-left = বাম থেকে ডানে
label-title-right = ডান থেকে বামে
label-title-best = সেরা সন্তান আগে
label-title-equal = বিটা ≤ আলফা হওয়ামাত্র ছাঁটাই
label-title-strict = শুধু বিটা < আলফা হলে ছাঁটাই
label-title-soft = নমনীয় সীমা (fail-soft)
label-title-hard = কঠোর সীমা (fail-hard)

### ছবি

label-drawing-max = MAX
label-drawing-min = MIN
label-drawing-chance = CHANCE
label-drawing-leaf = পাতা
label-drawing-max-moves = MAX-এর চাল
label-drawing-min-moves = MIN-এর চাল
label-drawing-chance-decides = দৈব ঠিক করে: সম্ভাবনা × মান গুণফলের যোগফল
label-drawing-principal = প্রধান ধারা (principal variation)
label-drawing-chosen = নোডটির সেরা সন্তান
label-drawing-visited = দেখা হয়েছে
label-drawing-cut = ছাঁটাই: কখনও দেখা হয়নি
label-drawing-pruned = একটি ছাঁটাইয়ের নিচে
label-drawing-probability = সম্ভাবনা
label-drawing-upper = সর্বোচ্চ
label-drawing-lower = কমপক্ষে
label-drawing-nothing = নোডটি সম্পর্কে কিছু বলে না
label-drawing-unknown = মান অজানা
label-drawing-horizon = হিউরিস্টিকের আনুমানিক মান: গভীরতা এখানে শেষ
label-drawing-not-drawn = যত নোড আঁকা হয়নি
label-drawing-left-out = আরও নোড, আঁকা হয়নি
label-drawing-window = নোড ছাড়ার সময়ের উইন্ডো
label-drawing-handed = নিচে দেওয়া উইন্ডো
label-drawing-tree = অনুসন্ধানের গাছ
label-drawing-value = মান
label-drawing-nodes = দেখা নোড
label-drawing-leaves = যত পাতা পড়া হয়েছে
label-drawing-cuts = ছাঁটাই
label-drawing-minimax-nodes = মিনিম্যাক্সের নোড
label-drawing-minimax-leaves = মিনিম্যাক্সের পাতা
label-drawing-saved = যত পাতা পড়তে হয়নি
label-drawing-best-case = সম্ভাব্য সবচেয়ে কম পাতা

### Worksheets

label-sheet-title = অনুশীলনপত্র
label-sheet-answers = উত্তরমালা
label-sheet-name = নাম
label-sheet-exercise = অনুশীলনী
label-sheet-task = অনুসন্ধান যা কখনও দেখে না, তা কেটে দিন। বাকি প্রতিটি নোডে তার মান লিখুন, আর পাশে লিখুন আলফা ও বিটা,
    অনুসন্ধান নোডটি ছাড়ার সময় যেমন থাকে।

### পৃষ্ঠা (HTML)

label-page-title = ধাপে ধাপে একটি অনুসন্ধান
label-page-needs-script = ধাপ ও কুইজের জন্য JavaScript দরকার। নিচে শেষ হওয়া অনুসন্ধানটি দেখানো হলো। এই পৃষ্ঠা অন্য কোনো ফাইল লোড করে না।
label-page-together = একসঙ্গে এগোন
label-page-steps = অনুসন্ধানের ধাপ
label-page-step = ধাপ
label-page-first = শুরুতে
label-page-back = এক ধাপ পিছনে
label-page-play = চালান
label-page-pause = থামান
label-page-forward = এক ধাপ সামনে
label-page-last = শেষে
label-page-unit = ধাপের একক
label-page-by-event = ঘটনা
label-page-by-node = নোড
label-page-by-cut = ছাঁটাই
label-page-speed = গতি
label-page-before = অনুসন্ধান এখনও শুরু হয়নি।
label-page-value = মান
label-page-line = প্রধান ধারা
label-page-node = নোড
label-page-best = এখন পর্যন্ত সেরা
label-page-round = অনুসন্ধান
label-page-depth = গভীরতা
label-page-entry = প্রবেশ
label-page-nodes = দেখা নোড
label-page-leaves = যত পাতা পড়া হয়েছে
label-page-cuts = ছাঁটাই
label-page-saved = যত পাতা পড়তে হয়নি
label-page-counts = অনুসন্ধানে কতটা কাজ লাগল
label-page-counts-note = একটি নোডে প্রতিটি প্রবেশ গোনা হয়। “যত পাতা পড়তে হয়নি” হলো মিনিম্যাক্সের পাতাগুলোর যে অংশ
    পড়া হয়নি। প্রতিটি নোডে bটি সন্তান ও d গভীরতার একটি গাছের মান প্রমাণ করতে যে কোনো অনুসন্ধানকে সবচেয়ে কম যতগুলো
    পাতা পড়তে হয়, সেটিই সর্বোত্তম ক্ষেত্র: b^⌈d/2⌉ + b^⌊d/2⌋ − 1।
label-page-minimax = সাধারণ মিনিম্যাক্স
label-page-best-case = সর্বোত্তম ক্ষেত্র
label-page-legend = চিহ্নগুলোর অর্থ
label-page-tree = অনুসন্ধানের গাছ
label-page-waiting = এখনও দেখা হয়নি
label-page-open = অনুসন্ধান চলছে
label-page-current = অনুসন্ধান এখন এখানে
label-page-visited = দেখা হয়েছে
label-page-chosen = এখন পর্যন্ত সেরা সন্তান
label-page-pruned = ছাঁটাই হয়েছে
label-page-skipped = এবার বাদ দেওয়া হয়েছে
label-page-old = আগের একটি অনুসন্ধান থেকে
label-page-legend-max = MAX-এর চাল: ওপরমুখী ত্রিভুজ
label-page-legend-min = MIN-এর চাল: নিচমুখী ত্রিভুজ
label-page-legend-chance = দৈব ঠিক করে: বৃত্ত
label-page-legend-leaf = পাতা: বর্গ
label-page-legend-horizon = ≈: গভীরতা শেষ, তাই হিউরিস্টিকের আনুমানিক মান
label-page-legend-open = অনুসন্ধান চলছে: মোটা রেখা
label-page-legend-current = অনুসন্ধান এখন এখানে: ফ্রেম
label-page-legend-visited = দেখা হয়েছে: অখণ্ড রেখা, ভরাট
label-page-legend-chosen = এখন পর্যন্ত সেরা সন্তান: তীর
label-page-legend-line = প্রধান ধারা: জোড়া রেখা
label-page-legend-pruned = ছাঁটাই হয়েছে, কখনও দেখা হয়নি: ভাঙা রেখা ও দাগ টানা, সংযোগরেখা কাটা
label-page-legend-skipped = এবার বাদ দেওয়া হয়েছে, তবে আগে দেখা হয়েছে: ভাঙা রেখা
label-page-legend-old = আগের একটি অনুসন্ধান থেকে রয়ে গেছে: ফাঁকা
label-page-view = গাছের দৃশ্য
label-page-larger = বড় করুন
label-page-smaller = ছোট করুন
label-page-fit = পুরো গাছ দেখান
label-page-unfold-all = সব খুলুন
label-page-fold-all = সব গুটান
label-page-overview = এক নজরে গাছ
label-page-result-later = অনুসন্ধান শেষ হলে ফল দেখানো হয়।
label-page-window = একটি রেখায় আলফা ও বিটা
label-page-code = অ্যালগরিদম
label-page-quiz = কুইজ
label-page-quiz-task = কোন নোডগুলো অনুসন্ধান কখনও দেখবে না? সেগুলো চিহ্নিত করুন: ক্লিক করুন, অথবা তীর কী দিয়ে
    নোড বেছে নিয়ে স্পেস চাপুন। ভেতরের কোনো নোডে দেওয়া চিহ্ন তার নিচের সব পাতার জন্য ধরা হয়। Enter উত্তর যাচাই করে।
label-page-quiz-write = অনুসন্ধান দেখে এমন একটি ভেতরের নোড বেছে নিয়ে তার মান লিখুন, আর অনুসন্ধান নোডটি ছাড়ার সময় আলফা ও বিটা
    যা থাকে তা লিখুন। খালি আলফা বা বিটা মানে অসীম।
label-page-quiz-asked = কুইজ যা জিজ্ঞাসা করে
label-page-ask-cuts = যে নোড কখনও দেখা হয় না
label-page-ask-values = মান
label-page-ask-bounds = আলফা ও বিটা
label-page-check = যাচাই করুন
label-page-again = আবার চেষ্টা করুন
label-page-reveal = উত্তর দেখান
label-page-leave-quiz = কুইজ থেকে বেরিয়ে যান
label-page-right = ঠিক: এই নোডগুলোই অনুসন্ধান কখনও দেখে না।
label-page-wrong = ঠিক হয়নি। প্রথম ভুল নোড হলো
label-page-mark-missing = অনুসন্ধান এটি কখনও দেখে না, কিন্তু এটি চিহ্নিত নয়।
label-page-mark-too-many = এটি চিহ্নিত, কিন্তু অনুসন্ধান এটি দেখে।
label-page-right-values = ঠিক: মানগুলো এই।
label-page-right-bounds = ঠিক: আলফা ও বিটা এই।
label-page-wrong-value = এর মান অন্য।
label-page-wrong-alpha = এখানে আলফা অন্য।
label-page-wrong-beta = এখানে বিটা অন্য।
label-page-series-tree = গাছ
label-page-series-points = নম্বর
label-page-series-name = নাম
label-page-series-code = শিক্ষকের জন্য কোড তৈরি করুন
label-page-code-as = কোড যেমন আছে:
label-page-code-tutorial = টিউটোরিয়ালে
label-page-course-title = আলফা-বিটা: উদাহরণ ও অনুশীলনী
label-page-course-example = উদাহরণ
label-page-course-exercise = অনুশীলনী
label-page-course-previous = আগেরটি
label-page-course-next = পরেরটি
label-page-course-sheet = অনুশীলনপত্র
label-page-course-from = প্রথম অনুশীলনী
label-page-course-to = শেষ
label-page-course-show = অনুশীলনপত্র দেখান
label-page-course-answers = উত্তরসহ
label-page-course-print = ছাপান
label-page-keys = কিবোর্ড শর্টকাট
label-page-key-steps = এক ধাপ পিছনে বা সামনে; কুইজে ওপরের বা নিচের নোডে
label-page-key-ends = শুরুতে বা শেষে
label-page-key-play = চালান বা থামান; কুইজে নোডটি চিহ্নিত করুন
label-page-key-unit = ঘটনা, নোড বা ছাঁটাই ধরে এগোন
label-page-key-tree = গাছে আগের বা পরের নোডে
label-page-key-fold = গাছে নোডের নিচের অংশ খুলুন বা গুটান
label-page-key-enter = গাছে একই কাজ; কুইজে উত্তর যাচাই করুন
label-page-key-zoom = বড় করুন, ছোট করুন, পুরো গাছ
label-page-key-quiz = কুইজ শুরু করুন বা ছাড়ুন

### The algorithm as code, line by line

# Names such as value, best and child are the same in all lines. A line is short.
label-code-head = মান(নোড, α, β):
label-code-head-plain = মান(নোড):
label-code-leaf = নোডটি পাতা হলে: তার মান ফেরত দিন
label-code-max = MAX-এর চাল হলে:
label-code-max-first = সেরা ← −∞
label-code-min = MIN-এর চাল হলে:
label-code-min-first = সেরা ← +∞
label-code-each = প্রতিটি সন্তানের জন্য:
label-code-max-best = সেরা ← max(সেরা, মান(সন্তান, α, β))
label-code-max-best-plain = সেরা ← max(সেরা, মান(সন্তান))
label-code-max-bound = α ← max(α, সেরা)
label-code-max-cut = α ≥ β হলে: লুপ থেকে বেরিয়ে যান (ছাঁটাই)
label-code-max-cut-strict = α > β হলে: লুপ থেকে বেরিয়ে যান (ছাঁটাই)
label-code-min-best = সেরা ← min(সেরা, মান(সন্তান, α, β))
label-code-min-best-plain = সেরা ← min(সেরা, মান(সন্তান))
label-code-min-bound = β ← min(β, সেরা)
label-code-min-cut = α ≥ β হলে: লুপ থেকে বেরিয়ে যান (ছাঁটাই)
label-code-min-cut-strict = α > β হলে: লুপ থেকে বেরিয়ে যান (ছাঁটাই)
label-code-return = সেরা ফেরত দিন
label-code-return-hard = সেরা ফেরত দিন, তবে শুরুর α ও β-এর মধ্যে রেখে
label-code-chance = দৈব ঠিক করলে: সম্ভাবনা · মান(সন্তান)-এর যোগফল ফেরত দিন
