"""Names of months and weekdays by locale (lc_time_names), January and Monday first, and their short forms.

Five lines a block: the locales, months, short months, weekdays, short weekdays, each name followed by |. Source:
DATE_FORMAT with %M, %b, %W and
%a on a 9.7.4 server under each locale.
"""

# ruff: noqa: E501, RUF001

TEXT = """
en_US en_GB en_AU en_CA en_IN en_NZ en_PH en_ZA en_ZW
January|February|March|April|May|June|July|August|September|October|November|December|
Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|
Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|
Mon|Tue|Wed|Thu|Fri|Sat|Sun|
ja_JP
1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月|
 1月| 2月| 3月| 4月| 5月| 6月| 7月| 8月| 9月|10月|11月|12月|
月曜日|火曜日|水曜日|木曜日|金曜日|土曜日|日曜日|
月|火|水|木|金|土|日|
sv_SE sv_FI
januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december|
jan|feb|mar|apr|maj|jun|jul|aug|sep|okt|nov|dec|
måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag|
mån|tis|ons|tor|fre|lör|sön|
de_DE de_BE de_CH de_LU
Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|
Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|
Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|
Mo|Di|Mi|Do|Fr|Sa|So|
fr_FR fr_BE fr_CA fr_CH fr_LU
janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|
jan|fév|mar|avr|mai|jun|jui|aoû|sep|oct|nov|déc|
lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|
lun|mar|mer|jeu|ven|sam|dim|
ar_AE
يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر|
ينا|فبر|مار|أبر|ماي|يون|يول|أغس|سبت|أكت|نوف|ديس|
الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت |الأحد|
ن|ث|ر|خ|ج|س|ح|
ar_BH ar_DZ ar_EG ar_IN ar_IQ ar_KW ar_LY ar_MA ar_OM ar_QA ar_SD ar_TN ar_YE
يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر|
ينا|فبر|مار|أبر|ماي|يون|يول|أغس|سبت|أكت|نوف|ديس|
الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد|
ن|ث|ر|خ|ج|س|ح|
ar_JO ar_LB
كانون الثاني|شباط|آذار|نيسان|نوار|حزيران|تموز|آب|أيلول|تشرين الأول|تشرين الثاني|كانون الأول|
كانون الثاني|شباط|آذار|نيسان|نوار|حزيران|تموز|آب|أيلول|تشرين الأول|تشرين الثاني|كانون الأول|
الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد|
الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد|
ar_SA
كانون الثاني|شباط|آذار|نيسـان|أيار|حزيران|تـمـوز|آب|أيلول|تشرين الأول|تشرين الثاني|كانون الأول|
Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|
الإثنين|الثلاثاء|الأربعاء|الخميس|الجمعـة|السبت|الأحد|
Mon|Tue|Wed|Thu|Fri|Sat|Sun|
ar_SY
كانون الثاني|شباط|آذار|نيسان|نواران|حزير|تموز|آب|أيلول|تشرين الأول|تشرين الثاني|كانون الأول|
كانون الثاني|شباط|آذار|نيسان|نوار|حزيران|تموز|آب|أيلول|تشرين الأول|تشرين الثاني|كانون الأول|
الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد|
الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد|
be_BY
Студзень|Люты|Сакавік|Красавік|Травень|Чэрвень|Ліпень|Жнівень|Верасень|Кастрычнік|Лістапад|Снежань|
Стд|Лют|Сак|Крс|Тра|Чэр|Ліп|Жнв|Врс|Кст|Ліс|Снж|
Панядзелак|Аўторак|Серада|Чацвер|Пятніца|Субота|Нядзеля|
Пан|Аўт|Срд|Чцв|Пят|Суб|Няд|
bg_BG
януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември|
яну|фев|мар|апр|май|юни|юли|авг|сеп|окт|ное|дек|
понеделник|вторник|сряда|четвъртък|петък|събота|неделя|
пн|вт|ср|чт|пт|сб|нд|
ca_ES
gener|febrer|març|abril|maig|juny|juliol|agost|setembre|octubre|novembre|desembre|
gen|feb|mar|abr|mai|jun|jul|ago|set|oct|nov|des|
dilluns|dimarts|dimecres|dijous|divendres|dissabte|diumenge|
dl|dt|dc|dj|dv|ds|dg|
cs_CZ
leden|únor|březen|duben|květen|červen|červenec|srpen|září|říjen|listopad|prosinec|
led|úno|bře|dub|kvě|čen|čec|srp|zář|říj|lis|pro|
Pondělí|Úterý|Středa|Čtvrtek|Pátek|Sobota|Neděle|
Po|Út|St|Čt|Pá|So|Ne|
da_DK
januar|februar|marts|april|maj|juni|juli|august|september|oktober|november|december|
jan|feb|mar|apr|maj|jun|jul|aug|sep|okt|nov|dec|
mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag|
man|tir|ons|tor|fre|lør|søn|
de_AT
Jänner|Feber|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|
Jän|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|
Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|
Mon|Die|Mit|Don|Fre|Sam|Son|
es_ES es_AR es_BO es_CL es_CO es_CR es_DO es_EC es_GT es_HN es_MX es_NI es_PA es_PE es_PR es_PY es_SV es_US es_UY es_VE
enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|
ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic|
lunes|martes|miércoles|jueves|viernes|sábado|domingo|
lun|mar|mié|jue|vie|sáb|dom|
et_EE
jaanuar|veebruar|märts|aprill|mai|juuni|juuli|august|september|oktoober|november|detsember|
jaan |veebr|märts|apr  |mai  |juuni|juuli|aug  |sept |okt  |nov  |dets |
esmaspäev|teisipäev|kolmapäev|neljapäev|reede|laupäev|pühapäev|
E|T|K|N|R|L|P|
eu_ES
urtarrila|otsaila|martxoa|apirila|maiatza|ekaina|uztaila|abuztua|iraila|urria|azaroa|abendua|
urt|ots|mar|api|mai|eka|uzt|abu|ira|urr|aza|abe|
astelehena|asteartea|asteazkena|osteguna|ostirala|larunbata|igandea|
al.|ar.|az.|og.|or.|lr.|ig.|
fi_FI
tammikuu|helmikuu|maaliskuu|huhtikuu|toukokuu|kesäkuu|heinäkuu|elokuu|syyskuu|lokakuu|marraskuu|joulukuu|
tammi |helmi |maalis|huhti |touko |kesä  |heinä |elo   |syys  |loka  |marras|joulu |
maanantai|tiistai|keskiviikko|torstai|perjantai|lauantai|sunnuntai|
ma|ti|ke|to|pe|la|su|
fo_FO
januar|februar|mars|apríl|mai|juni|juli|august|september|oktober|november|desember|
jan|feb|mar|apr|mai|jun|jul|aug|sep|okt|nov|des|
mánadagur|týsdagur|mikudagur|hósdagur|fríggjadagur|leygardagur|sunnudagur|
mán|týs|mik|hós|frí|ley|sun|
gl_ES
Xaneiro|Febreiro|Marzo|Abril|Maio|Xuño|Xullo|Agosto|Setembro|Outubro|Novembro|Decembro|
Xan|Feb|Mar|Abr|Mai|Xuñ|Xul|Ago|Set|Out|Nov|Dec|
Luns|Martes|Mércores|Xoves|Venres|Sábado|Domingo|
Lun|Mar|Mér|Xov|Ven|Sáb|Dom|
gu_IN
જાન્યુઆરી|ફેબ્રુઆરી|માર્ચ|એપ્રિલ|મે|જુન|જુલાઇ|ઓગસ્ટ|સેપ્ટેમ્બર|ઓક્ટોબર|નવેમ્બર|ડિસેમ્બર|
જાન|ફેબ|માર|એપ્ર|મે|જુન|જુલ|ઓગ|સેપ્ટ|ઓક્ટ|નોવ|ડિસ|
સોમવાર|મન્ગળવાર|બુધવાર|ગુરુવાર|શુક્રવાર|શનિવાર|રવિવાર|
સોમ|મન્ગળ|બુધ|ગુરુ|શુક્ર|શનિ|રવિ|
he_IL
ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר|
ינו|פבר|מרץ|אפר|מאי|יונ|יול|אוג|ספט|אוק|נוב|דצמ|
שני|שלישי|רביעי|חמישי|שישי|שבת|ראשון|
ב'|ג'|ד'|ה'|ו'|ש'|א'|
hi_IN
जनवरी|फ़रवरी|मार्च|अप्रेल|मई|जून|जुलाई|अगस्त|सितम्बर|अक्टूबर|नवम्बर|दिसम्बर|
जनवरी|फ़रवरी|मार्च|अप्रेल|मई|जून|जुलाई|अगस्त|सितम्बर|अक्टूबर|नवम्बर|दिसम्बर|
सोमवार |मंगलवार |बुधवार |गुरुवार |शुक्रवार |शनिवार |रविवार |
सोम |मंगल |बुध |गुरु |शुक्र |शनि |रवि |
hr_HR
Siječanj|Veljača|Ožujak|Travanj|Svibanj|Lipanj|Srpanj|Kolovoz|Rujan|Listopad|Studeni|Prosinac|
Sij|Vel|Ožu|Tra|Svi|Lip|Srp|Kol|Ruj|Lis|Stu|Pro|
Ponedjeljak|Utorak|Srijeda|Četvrtak|Petak|Subota|Nedjelja|
Pon|Uto|Sri|Čet|Pet|Sub|Ned|
hu_HU
január|február|március|április|május|június|július|augusztus|szeptember|október|november|december|
jan|feb|már|ápr|máj|jún|júl|aug|sze|okt|nov|dec|
hétfő|kedd|szerda|csütörtök|péntek|szombat|vasárnap|
h|k|sze|cs|p|szo|v|
id_ID
Januari|Pebruari|Maret|April|Mei|Juni|Juli|Agustus|September|Oktober|November|Desember|
Jan|Peb|Mar|Apr|Mei|Jun|Jul|Agu|Sep|Okt|Nov|Des|
Senin|Selasa|Rabu|Kamis|Jumat|Sabtu|Minggu|
Sen|Sel|Rab|Kam|Jum|Sab|Min|
is_IS
janúar|febrúar|mars|apríl|maí|júní|júlí|ágúst|september|október|nóvember|desember|
jan|feb|mar|apr|maí|jún|júl|ágú|sep|okt|nóv|des|
mánudagur|þriðjudagur|miðvikudagur|fimmtudagur|föstudagur|laugardagur|sunnudagur|
mán|þri|mið|fim|fös|lau|sun|
it_CH it_IT
gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|
gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic|
lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|
lun|mar|mer|gio|ven|sab|dom|
ko_KR
일월|이월|삼월|사월|오월|유월|칠월|팔월|구월|시월|십일월|십이월|
 1월| 2월| 3월| 4월| 5월| 6월| 7월| 8월| 9월|10월|11월|12월|
월요일|화요일|수요일|목요일|금요일|토요일|일요일|
월|화|수|목|금|토|일|
lt_LT
sausio|vasario|kovo|balandžio|gegužės|birželio|liepos|rugpjūčio|rugsėjo|spalio|lapkričio|gruodžio|
Sau|Vas|Kov|Bal|Geg|Bir|Lie|Rgp|Rgs|Spa|Lap|Grd|
Pirmadienis|Antradienis|Trečiadienis|Ketvirtadienis|Penktadienis|Šeštadienis|Sekmadienis|
Pr|An|Tr|Kt|Pn|Št|Sk|
lv_LV
janvāris|februāris|marts|aprīlis|maijs|jūnijs|jūlijs|augusts|septembris|oktobris|novembris|decembris|
jan|feb|mar|apr|mai|jūn|jūl|aug|sep|okt|nov|dec|
pirmdiena|otrdiena|trešdiena|ceturtdiena|piektdiena|sestdiena|svētdiena|
P |O |T |C |Pk|S |Sv|
mk_MK
јануари|февруари|март|април|мај|јуни|јули|август|септември|октомври|ноември|декември|
јан|фев|мар|апр|мај|јун|јул|авг|сеп|окт|ное|дек|
понеделник|вторник|среда|четврток|петок|сабота|недела|
пон|вто|сре|чет|пет|саб|нед|
mn_MN
Нэгдүгээр сар|Хоёрдугаар сар|Гуравдугаар сар|Дөрөвдүгээр сар|Тавдугаар сар|Зургаадугар сар|Долоодугаар сар|Наймдугаар сар|Есдүгээр сар|Аравдугаар сар|Арваннэгдүгээр сар|Арванхоёрдгаар сар|
1-р|2-р|3-р|4-р|5-р|6-р|7-р|8-р|9-р|10-р|11-р|12-р|
Даваа|Мягмар|Лхагва|Пүрэв|Баасан|Бямба|Ням|
Да|Мя|Лх|Пү|Ба|Бя|Ня|
ms_MY
Januari|Februari|Mac|April|Mei|Jun|Julai|Ogos|September|Oktober|November|Disember|
Jan|Feb|Mac|Apr|Mei|Jun|Jul|Ogos|Sep|Okt|Nov|Dis|
Isnin|Selasa|Rabu|Khamis|Jumaat|Sabtu|Ahad|
Isn|Sel|Rab|Kha|Jum|Sab|Ahd|
nb_NO no_NO
januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember|
jan|feb|mar|apr|mai|jun|jul|aug|sep|okt|nov|des|
mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag|
man|tir|ons|tor|fre|lør|søn|
nl_NL nl_BE
januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|
jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec|
maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|
ma|di|wo|do|vr|za|zo|
pl_PL
styczeń|luty|marzec|kwiecień|maj|czerwiec|lipiec|sierpień|wrzesień|październik|listopad|grudzień|
sty|lut|mar|kwi|maj|cze|lip|sie|wrz|paź|lis|gru|
poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela|
pon|wto|śro|czw|pią|sob|nie|
pt_BR
janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|
Jan|Fev|Mar|Abr|Mai|Jun|Jul|Ago|Set|Out|Nov|Dez|
segunda|terça|quarta|quinta|sexta|sábado|domingo|
Seg|Ter|Qua|Qui|Sex|Sáb|Dom|
pt_PT
Janeiro|Fevereiro|Março|Abril|Maio|Junho|Julho|Agosto|Setembro|Outubro|Novembro|Dezembro|
Jan|Fev|Mar|Abr|Mai|Jun|Jul|Ago|Set|Out|Nov|Dez|
Segunda|Terça|Quarta|Quinta|Sexta|Sábado|Domingo|
Seg|Ter|Qua|Qui|Sex|Sáb|Dom|
ro_RO
Ianuarie|Februarie|Martie|Aprilie|Mai|Iunie|Iulie|August|Septembrie|Octombrie|Noiembrie|Decembrie|
ian|feb|mar|apr|mai|iun|iul|aug|sep|oct|nov|dec|
Luni|Marţi|Miercuri|Joi|Vineri|Sâmbătă|Duminică|
Lu|Ma|Mi|Jo|Vi|Sâ|Du|
ru_RU
Января|Февраля|Марта|Апреля|Мая|Июня|Июля|Августа|Сентября|Октября|Ноября|Декабря|
Янв|Фев|Мар|Апр|Май|Июн|Июл|Авг|Сен|Окт|Ноя|Дек|
Понедельник|Вторник|Среда|Четверг|Пятница|Суббота|Воскресенье|
Пнд|Втр|Срд|Чтв|Птн|Сбт|Вск|
ru_UA
Январь|Февраль|Март|Апрель|Май|Июнь|Июль|Август|Сентябрь|Октябрь|Ноябрь|Декабрь|
Янв|Фев|Мар|Апр|Май|Июн|Июл|Авг|Сен|Окт|Ноя|Дек|
Понедельник|Вторник|Среда|Четверг|Пятница|Суббота|Воскресенье|
Пнд|Вто|Срд|Чтв|Птн|Суб|Вск|
sk_SK
január|február|marec|apríl|máj|jún|júl|august|september|október|november|december|
jan|feb|mar|apr|máj|jún|júl|aug|sep|okt|nov|dec|
Pondelok|Utorok|Streda|Štvrtok|Piatok|Sobota|Nedeľa|
Po|Ut|St|Št|Pi|So|Ne|
sl_SI
januar|februar|marec|april|maj|junij|julij|avgust|september|oktober|november|december|
jan|feb|mar|apr|maj|jun|jul|avg|sep|okt|nov|dec|
ponedeljek|torek|sreda|četrtek|petek|sobota|nedelja|
pon|tor|sre|čet|pet|sob|ned|
sq_AL
janar|shkurt|mars|prill|maj|qershor|korrik|gusht|shtator|tetor|nëntor|dhjetor|
Jan|Shk|Mar|Pri|Maj|Qer|Kor|Gsh|Sht|Tet|Nën|Dhj|
e hënë |e martë |e mërkurë |e enjte |e premte |e shtunë |e diel |
Hën |Mar |Mër |Enj |Pre |Sht |Die |
sr_RS
januar|februar|mart|april|maj|juni|juli|avgust|septembar|oktobar|novembar|decembar|
jan|feb|mar|apr|maj|jun|jul|avg|sep|okt|nov|dec|
ponedeljak|utorak|sreda|četvrtak|petak|subota|nedelja|
pon|uto|sre|čet|pet|sub|ned|
ta_IN
ஜனவரி|பெப்ரவரி|மார்ச்|ஏப்ரல்|மே|ஜூன்|ஜூலை|ஆகஸ்ட்|செப்டம்பர்|அக்டோபர்|நவம்பர்|டிசம்பர்r|
ஜனவரி|பெப்ரவரி|மார்ச்|ஏப்ரல்|மே|ஜூன்|ஜூலை|ஆகஸ்ட்|செப்டம்பர்|அக்டோபர்|நவம்பர்|டிசம்பர்r|
திங்கள்|செவ்வாய்|புதன்|வியாழன்|வெள்ளி|சனி|ஞாயிறு|
த|ச|ப|வ|வ|ச|ஞ|
te_IN
జనవరి|ఫిబ్రవరి|మార్చి|ఏప్రిల్|మే|జూన్|జూలై|ఆగస్టు|సెప్టెంబర్|అక్టోబర్|నవంబర్|డిసెంబర్|
జనవరి|ఫిబ్రవరి|మార్చి|ఏప్రిల్|మే|జూన్|జూలై|ఆగస్టు|సెప్టెంబర్|అక్టోబర్|నవంబర్|డిసెంబర్|
సోమవారం|మంగళవారం|బుధవారం|గురువారం|శుక్రవారం|శనివారం|ఆదివారం|
సోమ|మంగళ|బుధ|గురు|శుక్ర|శని|ఆది|
th_TH
มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|ธันวาคม|
ม.ค.|ก.พ.|มี.ค.|เม.ย.|พ.ค.|มิ.ย.|ก.ค.|ส.ค.|ก.ย.|ต.ค.|พ.ย.|ธ.ค.|
จันทร์|อังคาร|พุธ|พฤหัสบดี|ศุกร์|เสาร์|อาทิตย์|
จ.|อ.|พ.|พฤ.|ศ.|ส.|อา.|
tr_TR
Ocak|Şubat|Mart|Nisan|Mayıs|Haziran|Temmuz|Ağustos|Eylül|Ekim|Kasım|Aralık|
Oca|Şub|Mar|Nis|May|Haz|Tem|Ağu|Eyl|Eki|Kas|Ara|
Pazartesi|Salı|Çarşamba|Perşembe|Cuma|Cumartesi|Pazar|
Pzt|Sal|Çrş|Prş|Cum|Cts|Paz|
uk_UA
Січень|Лютий|Березень|Квітень|Травень|Червень|Липень|Серпень|Вересень|Жовтень|Листопад|Грудень|
Січ|Лют|Бер|Кві|Тра|Чер|Лип|Сер|Вер|Жов|Лис|Гру|
Понеділок|Вівторок|Середа|Четвер|П'ятниця|Субота|Неділя|
Пнд|Втр|Срд|Чтв|Птн|Сбт|Ндл|
ur_PK
جنوري|فروري|مارچ|اپريل|مٓی|جون|جولاي|اگست|ستمبر|اكتوبر|نومبر|دسمبر|
جنوري|فروري|مارچ|اپريل|مٓی|جون|جولاي|اگست|ستمبر|اكتوبر|نومبر|دسمبر|
پير|منگل|بدھ|جمعرات|جمعه|هفته|اتوار|
پير|منگل|بدھ|جمعرات|جمعه|هفته|اتوار|
vi_VN
Tháng một|Tháng hai|Tháng ba|Tháng tư|Tháng năm|Tháng sáu|Tháng bảy|Tháng tám|Tháng chín|Tháng mười|Tháng mười một|Tháng mười hai|
Thg 1|Thg 2|Thg 3|Thg 4|Thg 5|Thg 6|Thg 7|Thg 8|Thg 9|Thg 10|Thg 11|Thg 12|
Thứ hai |Thứ ba |Thứ tư |Thứ năm |Thứ sáu |Thứ bảy |Chủ nhật |
Th 2 |Th 3 |Th 4 |Th 5 |Th 6 |Th 7 |CN |
zh_CN zh_HK
一月|二月|三月|四月|五月|六月|七月|八月|九月|十月|十一月|十二月|
 1月| 2月| 3月| 4月| 5月| 6月| 7月| 8月| 9月|10月|11月|12月|
星期一|星期二|星期三|星期四|星期五|星期六|星期日|
一|二|三|四|五|六|日|
zh_TW
一月|二月|三月|四月|五月|六月|七月|八月|九月|十月|十一月|十二月|
 1月| 2月| 3月| 4月| 5月| 6月| 7月| 8月| 9月|10月|11月|12月|
週一|週二|週三|週四|週五|週六|週日|
一|二|三|四|五|六|日|
el_GR
Ιανουάριος|Φεβρουάριος|Μάρτιος|Απρίλιος|Μάιος|Ιούνιος|Ιούλιος|Αύγουστος|Σεπτέμβριος|Οκτώβριος|Νοέμβριος|Δεκέμβριος|
Ιαν|Φεβ|Μάρ|Απρ|Μάι|Ιούν|Ιούλ|Αύγ|Σεπ|Οκτ|Νοέ|Δεκ|
Δευτέρα|Τρίτη|Τετάρτη|Πέμπτη|Παρασκευή|Σάββατο|Κυριακή|
Δευ|Τρί|Τετ|Πέμ|Παρ|Σάβ|Κυρ|
rm_CH
schaner|favrer|mars|avrigl|matg|zercladur|fanadur|avust|settember|october|november|december|
schan|favr|mars|avr|matg|zercl|fan|avust|sett|oct|nov|dec|
glindesdi|mardi|mesemna|gievgia|venderdi|sonda|dumengia|
gli|ma|me|gie|ve|so|du|
"""
