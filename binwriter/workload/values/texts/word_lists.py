"""Words, names and places for synthetic texts. ASCII, but for INTERNATIONAL; none is longer than 14 letters."""

# ruff: noqa: RUF001, SIM905, E501
from __future__ import annotations

WORDS = tuple(
    """
    able acid acorn across actor after again agent air album alert almond amber angle ankle apple april arch arena arm
    arrow aspen atlas autumn axis badge baker balance bamboo banner barley barn basin basket beacon beam bean bell
    berry birch bird blanket blend blue board boat bolt bonus book border bottle bow box branch brass bread breeze
    brick bridge bright broad bronze brook brush bucket bud buffer bundle butter button cabin cable cactus cake calm
    camera canal candle canoe canvas canyon carbon card cargo carpet castle cedar cellar chain chalk channel chapter
    cherry chest circle citrus city clay clear clerk cliff clock cloud clover coast cobalt coffee coin comet
    compass copper coral corner cotton counter cove crane creek crisp crown crystal cube cup current curve cushion
    daily dairy daisy dance dawn deck deep delta denim depot desert design desk diamond digest distant dock dome
    door double draft dragon drift drum dune dust eager eagle early earth east echo edge elm ember empty engine
    equal even evening exact extra fabric falcon farm fast feather fern ferry fiber field final finch fine fire
    first fjord flag flame flat flax fleet flint float flora flow flute foam fog forest fork fort forum fossil
    fountain fox frame fresh frost fruit garden garlic gate gentle giant ginger glacier glad glass globe glove gold
    good grain grand granite grape graph grass gravel great green grove guard guide guitar gulf habit hall hammer
    happy harbor hardy harvest hazel heavy hedge helmet herb heron hill holly honest honey horizon hotel house
    humble hunter ice icon idea index indigo ink inlet input iris iron island ivory ivy jacket jade jasmine jet jewel
    join journal juice july june jungle juniper keen kernel kettle key kind kite ladder lagoon lake lamp land lantern
    large lark laser late laurel lava lawn layer leaf leather ledger lemon lens level light lilac lily lime linen lion
    liquid little lively lobby local locket logic long loom lotus loud lucky lumber lunar lunch magnet mango manor
    map maple marble march margin marina market marsh master meadow medal melody melon memory mentor metal meter
    middle mild milk mill mineral mint minute mirror misty mobile model modern moon morning mortar moss motor mountain
    museum music native nature nectar needle nest net new nickel night noble north note novel number nut oak oasis oat
    object ocean olive onion onyx opal open orange orbit orchard orchid origin otter oval oven owl oxygen oyster paddle
    page paint palace palm panel paper parade parcel park parrot party pasta patch path patio peach pear pearl
    pebble pencil pepper petal phone piano picnic pier pigeon pillar pilot pine pixel plain planet plant plaster
    plate plaza plum pocket poem point polar pond poplar port postal potato pottery powder prairie press prime prism
    profile prompt proud public pulse pumpkin pure purple puzzle quail quarry quartz queen quick quiet quill quilt
    rabbit radar radio rail rain ranch random rapid raven reactor ready record reed reef region relay remote reserve
    ribbon rice ridge ring ripple river road robin robot rocket roof room rope rose round route rover royal ruby rudder
    rural rustic saddle safari saffron sail salad salmon salt sample sand sapphire satin scale scarf school scout
    screen script sea season second secret seed senior shade shallow shell shelter shield ship shore short shuttle
    signal silent silk silver simple sketch sky slate sleek slope small smart smooth snow soap soft solar solid sonic
    sound south space spark spice spiral spring spruce square stable stack stage star station steady steel stem
    stone storm story strait straw stream street string strong studio sugar summer summit sun supply surf sweet swift
    symbol table tailor talent tango target tea teal temple tent terrace theater thistle thunder ticket tidal tiger
    timber tiny toast token tomato topaz torch total tower town track trail train tree trellis tribe trophy tropic
    trout tulip tundra tunnel turbine turtle twig twin umber union unit upper urban useful valley value vanilla vapor
    vault velvet vendor venture verse vessel video view village vine violet violin vision vivid voice volcano voyage
    wagon walnut warm water wave wax weather weaver wheat wheel whisper white wide willow wind window winter wise
    wolf wonder wood wool work yard year yellow young zebra zenith zinc zone
    """.split()
)

FIRST_NAMES = tuple(
    """
    Ada Adam Aisha Alan Alba Alex Alice Amara Amir Ana Anders Anna Anton Arjun Astrid Aya Ben Bianca Boris Bruno Carla
    Carmen Chen Chloe Clara Daan Dana Daniel David Diana Dmitri Elena Elif Elio Ella Emil Emma Erik Esra Eva Farah
    Felix Fatima Finn Flora Frida Gabriel George Gina Grace Greta Hana Hannah Hassan Hugo Ida Ines Ingrid Irene Isaac
    Ivan Jack Jakob James Jan Jana Javier Jonas Jorge Julia Kai Karim Karin Kenji Kofi Lara Laura Lea Leo Leila Lena
    Liam Lin Lina Louis Lucia Luis Maja Marco Maria Marta Mateo Maya Mei Mia Milan Mira Mohamed Nadia Naomi Nina Noah
    Nora Olga Oliver Omar Oscar Otto Paul Pedro Petra Priya Rafael Rania Ravi Rita Robert Rosa Ruth Sara Samuel Sana
    Simon Sofia Stella Sven Tara Thomas Tim Tina Tomas Uma Vera Victor Wanda Wei Yara Yuki Yusuf Zara Zoe
    """.split()
)

LAST_NAMES = tuple(
    """
    Abe Adams Ahmed Ali Almeida Andersen Bauer Becker Bell Berg Bianchi Brown Cardoso Castro Chavez Chen Clark Cohen
    Costa Cruz Dahl Das Davies Diaz Dubois Eriksen Evans Farah Fernandez Fischer Flores Fox Garcia Gomez Gray Green
    Gupta Haas Hall Hansen Hassan Herrera Hill Hoffmann Horvat Huang Ibrahim Ito Ivanov Jansen Johnson Jones Kaplan
    Kaya Keller Khan Kim Klein Koch Kovacs Kowalski Kumar Larsen Lee Lehmann Lewis Li Lopez Lund Maier Marino Martin
    Meyer Miller Mori Morris Murphy Nagy Nguyen Nielsen Novak Okafor Olsen Ortiz Park Patel Perez Petrov Peters Popescu
    Quinn Ramos Reid Reyes Ricci Rivera Rossi Roth Ruiz Sato Schmidt Schneider Scott Shah Sharma Silva Singh Smith Sousa
    Stein Suzuki Svensson Tanaka Taylor Thomas Torres Turner Vargas Vogel Wagner Walker Wang Weber White Wilson Wolf
    Wood Wright Wu Yamada Yang Yilmaz Young Zhang Ziegler Zimmer
    """.split()
)

CITIES = (
    "Accra", "Adelaide", "Amsterdam", "Ankara", "Athens", "Auckland", "Baku", "Bangkok", "Barcelona", "Belgrade", "Berlin",
    "Bogota", "Boston", "Brisbane", "Brussels", "Bucharest", "Budapest", "Buenos Aires", "Cairo", "Cape Town", "Caracas",
    "Casablanca", "Chicago", "Copenhagen", "Dakar", "Dallas", "Delhi", "Denver", "Dubai", "Dublin", "Edinburgh", "Geneva",
    "Hamburg", "Hanoi", "Havana", "Helsinki", "Hong Kong", "Istanbul", "Jakarta", "Kampala", "Karachi", "Kigali", "Kyoto",
    "Lagos", "Lima", "Lisbon", "London", "Lusaka", "Lyon", "Madrid", "Manila", "Melbourne", "Milan", "Montreal",
    "Mumbai", "Munich", "Nairobi", "Naples", "New York", "Osaka", "Oslo", "Ottawa", "Panama City", "Paris", "Perth", "Porto",
    "Prague", "Quito", "Rabat", "Riga", "Rome", "Rotterdam", "Santiago", "Sarajevo", "Seattle", "Seoul", "Shanghai",
    "Singapore", "Sofia", "Stockholm", "Sydney", "Taipei", "Tallinn", "Tbilisi", "Tokyo", "Toronto", "Tunis", "Turin",
    "Utrecht", "Valencia", "Vancouver", "Vienna", "Vilnius", "Warsaw", "Wellington", "Zagreb", "Zurich",
)  # fmt: skip

COUNTRIES = (
    "Argentina", "Australia", "Austria", "Belgium", "Brazil", "Bulgaria", "Canada", "Chile", "China", "Colombia", "Croatia",
    "Cuba", "Denmark", "Ecuador", "Egypt", "Estonia", "Ethiopia", "Finland", "France", "Georgia", "Germany", "Ghana",
    "Greece", "Hungary", "Iceland", "India", "Indonesia", "Ireland", "Israel", "Italy", "Japan", "Jordan", "Kenya",
    "Latvia", "Lithuania", "Luxembourg", "Malaysia", "Malta", "Mexico", "Morocco", "Nepal", "Netherlands", "New Zealand",
    "Nigeria", "Norway", "Pakistan", "Panama", "Peru", "Philippines", "Poland", "Portugal", "Romania", "Rwanda", "Senegal",
    "Serbia", "Singapore", "Slovakia", "Slovenia", "South Africa", "Spain", "Sweden", "Switzerland", "Thailand", "Tunisia",
    "Turkey", "Uganda", "Ukraine", "Uruguay", "Vietnam", "Zambia",
)  # fmt: skip

COUNTRY_CODES = tuple(
    """
    AR AT AU BE BG BR CA CH CL CN CO CU CZ DE DK EC EE EG ES ET FI FR GB GE GH GR HR HU ID IE IL IN IS IT JO JP KE KR LT LU
    LV MA MT MX MY NG NL NO NP NZ PA PE PH PK PL PT RO RS RW SE SG SI SK SN TH TN TR UA UG US UY VN ZA ZM
    """.split()
)
CURRENCIES = tuple(
    "AUD BRL CAD CHF CNY CZK DKK EUR GBP HUF INR JPY KRW MXN NOK NZD PLN RON SEK SGD TRY USD ZAR".split()
)
LANGUAGES = tuple(
    "ar cs da de el en es et fi fr he hi hu id it ja ko lt lv nl no pl pt ro ru sk sl sv th tr uk vi zh".split()
)
STATUSES = tuple("active cancelled closed completed failed new open paid pending shipped".split())
TYPES = tuple("alpha basic bulk custom extra plain premium pro standard trial".split())
COLORS = tuple("amber black blue brown gold gray green olive orange pink purple red silver teal white yellow".split())
DOMAINS = ("example.com", "example.net", "example.org", "mail.example", "post.example")
STREETS = tuple("Avenue Boulevard Court Drive Lane Park Place Road Square Street Terrace Way".split())

# Words of several scripts, of one to four bytes a letter in UTF-8.
INTERNATIONAL = tuple(
    """
    été naïve façade œuvre über straße größe mañana señor corazón ação coração łódź źródło žluťoučký kůň ångström smörgås
    blåbær þorn ħobża ığdır şeker çiçek λόγος θάλασσα ουρανός φως вода небо книга ночь свет дорога город річка їжак
    שלום אור ספר סלام مرحبا كتاب نور بحر नमस्ते जल आकाश ประตู น้ำ ดาว 東京 海 山川 図書館 桜 花火 你好 世界 天空 電腦
    안녕 바다 하늘 나무 😀 🚀 🌍 🎵 🐙 𝄞 𠮷野家
    """.split()
)
INTERNATIONAL_LETTERS = (
    "abcdefghijklmnopqrstuvwxyzäöüßéèçñåøæłžšőαβγδλπσωбвгджзлюя海山川空花火水木日月한국말בגדअआइ😀🚀🌍🎵𝄞"
)

# Lists by name; the empty ones are put together by COMPOUNDS.
LISTS: dict[str, tuple[str, ...]] = {
    "word": WORDS,
    "first_name": FIRST_NAMES,
    "last_name": LAST_NAMES,
    "city": CITIES,
    "country": COUNTRIES,
    "country_code": COUNTRY_CODES,
    "currency": CURRENCIES,
    "language": LANGUAGES,
    "status": STATUSES,
    "type": TYPES,
    "color": COLORS,
    "domain": DOMAINS,
    "street": STREETS,
    "name": (),
    "address": (),
    "phone": (),
    "url": (),
    "ip": (),
}
_OCTET = r"(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9][0-9]|[1-9])"
# Lists put together: an entry of each list in braces, and the rest as in a pattern.
COMPOUNDS: dict[str, tuple[str, ...]] = {
    "name": ("{first_name}", " ", "{last_name}"),
    "address": ("[1-9][0-9]{0,2}", " ", "{last_name}", " ", "{street}"),
    "phone": (r"\+[1-9][0-9] [0-9]{3} [0-9]{7}",),
    "url": (r"https://", "{domain}", "/", "{word}", r"/[a-z0-9]{4,12}"),
    "ip": (r"10\.", _OCTET, r"\.", _OCTET, r"\.", _OCTET),
}
