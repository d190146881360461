import { germanDays } from './holidays.ts';
import type { Language } from './languages.ts';
import { unaccented, vocabulary } from './vocabulary.ts';

/** No letter stands there: unlike `\b` it knows umlauts. */
const word = (pattern: string, flags = 'giu') =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${unaccented(pattern)})(?!(?<=\\p{L})\\p{L})`, flags);
/** The same where capitals tell a name: "ab München". */
const exact = (pattern: string) => word(pattern, 'gu');
/** Not within a name: "Frankfurt am Main", "Rothenburg ob der Tauber". */
const NO_NAME = '(?<!\\p{Lu}\\p{L}+ (?:ob )?)';

/** German travel words, the longer before those that they contain. */
export const GERMAN: Language = {
  hasCapitalNouns: true,
  signs: exact(
    'und|der|den|dem|ein|eine|einen|einer|mit|[Mm]it|von|[Vv]on|nach|für|über|bis|[Ww]ir|[Ii]ch|uns|zu|zum|zur|nicht|kein|keine|ohne|[Tt]age?n?|[Nn]ächte?n?|[Nn]acht|[Ww]oche|[Ww]ochen|[Ww]ochenende|Auto|Bahn|Zug|bitte|Bitte|durch|Reise|Urlaub|höchstens|pro|Stunden|Kinder|Kindern|[Ww]ohin|wollen|möchten?|Städtetrip|Rundreise|Radtour|Flitterwochen|Ostern|Pfingst\\p{L}+|Fronleichnam|Himmelfahrt|Weihnachten|Silvester|weglassen|statt|insgesamt|noch|Abflug|im|am|ab|das|die|[Ww]as|kann|man|ist|sind|gibt|[Ll]ass|weg|streichen|raus|[Ss]tarte|[Ff]üge|[Mm]ach|[Ff]ang|mehr|weniger|länger|kürzer|später|früher|draus|[Ll]ieber|[Ww]ie|weit|[Nn]imm|hinzufügen|einbauen',
  ),
  phrases: () => [
    [
      word(
        'von nord(?:en)? nach süd(?:en)?|von süd(?:en)? nach nord(?:en)?|von ost(?:en)? nach west(?:en)?|von west(?:en)? nach ost(?:en)?',
      ),
      '',
    ],
    ...germanDays(word, exact),
    [word('dort(?= (?:\\d|eine|zwei|drei|vier|fünf))'), 'staying'],
    [word('(?:und )?zum schluss'), 'then'],
    [word('los geht.s(?: am| ab)?'), 'starting on'],
    [word('auf dem rückweg(?: noch)?'), 'on the way back'],
    // Dates
    [exact('Island'), 'Iceland'],
    [exact('Schottland'), 'Scotland'],
    [word('(?:weiter|danach|dann|anschließend) nach'), 'then to'],
    [word('und (?=then to)'), ''],
    [
      word('(?:start|anfang|beginn|abfahrt) (?:und|&) (?:ziel|ende|rückkehr|ankunft)(?: ist)?:?(?: in)?'),
      'a loop from',
    ],
    [word('von (\\p{Lu}[\\p{L}-]*) aus und (?:wieder )?(?:dorthin )?zurück', 'giu'), 'a loop from $1'],
    [word('an- und abreise (?:in|ab|über|von|nach)|hin- und rückflug (?:nach|ab|über)'), 'a loop from'],
    [word('anreise|abreise'), ''],
    [word('suchen|suche|sucht'), 'want'],
    [word('(?:hallo|moin(?: moin)?|servus|grüezi|grüß gott)(?: zusammen| ihr lieben)?(?=[!,. ]|$)'), ''],
    [
      word(
        '(?:sehr )?(?:gemütlich|entspannt|ruhig)e[rsn]? (?=\\p{Lu}\\p{L}*(?:reise|tour|urlaub|trip|tage))',
        'gu',
      ),
      'relaxed pace, ',
    ],
    [word('(?:anfang|mitte|ende) (\\d0)(?:ern?)?(?=\\s*(?:[),.;]|$))'), 'in our $1s'],
    [exact('(?:Mo|Di|Mi|Do|Fr|Sa|So)\\.?,? (?=\\d{1,2}\\.)'), ''],
    [word('alleinerziehende?r?'), '1 adult'],
    [word('zwillinge?n?'), 'twins'],
    [exact('[Vv]on (\\p{Lu}[\\p{L}-]+) aus'), 'from $1'],
    [word('ruhige[srn]? (?:hotel|zimmer|unterkunft)'), 'quiet hotel'],
    [word('nahe(?: (?:am|dem|der|beim))?|in der nähe (?:von|vom|des|der)'), 'near'],
    [word('wäre(?:n)? (?:toll|schön|super|klasse|gut|nett|ideal)'), 'would be nice'],
    [word('(?:gute[srn]?|leckere[srn]?|viel) (?=\\p{L}{3})'), ''],
    [word('abends|sowieso|unbedingt'), ''],
    [word('(?:gehen|geht|kommen|kommt) (?:leider |auf keinen fall |gar )?nicht(?: in frage)?'), 'nein'],
    [word('(?:brauchen|brauche|wollen|will|mögen|mag) (?:wir|ich) (?:gar |wirklich )?nicht'), 'nein'],
    [
      word(
        '(?:interessier(?:en|t)) (?:uns|mich) (?:gar |überhaupt )?nicht|müssen nicht sein|muss nicht sein',
      ),
      'nein',
    ],
    [word('(?:bloß|bitte|auf keinen fall|gar) keine?n?(?= \\p{Lu})', 'gu'), 'keine'],
    [word('(?<=^|[,.;!]\\s?|und )(\\p{Lu}\\p{L}+)(?: |, )(?:bitte )?nein', 'gu'), 'no any $1'],
    [word('(?<=^|[,.;!]\\s?|und )(\\p{Lu}\\p{L}+)(?: |, )(?:gerne?|ja)', 'gu'), 'we love $1'],
    [
      word('(?<=[,.;]\\s?)(?:aber )?(?:dafür|stattdessen)(?: aber| viel| gerne?)? (?=\\p{Lu})', 'gu'),
      'we love ',
    ],
    [word('ein(?:einhalb)|anderthalb'), '1.5'],
    [word('(zwei|drei|vier|fünf|sechs)einhalb'), '$1 and a half'],
    [word('(?:in|auf) (\\d+|\\p{L}+) etappen'), 'in $1 tagen'],
    [word('(\\d+) (?:tages)?etappen'), '$1 tage'],
    [word('(?:wir|ich) (?:brauchen|brauche|benötigen?)'), 'we need'],
    [word('drehorte? (?:von|zu|aus)|wo (?=\\p{Lu}[^,.;]* gedreht)', 'giu'), 'filming locations of'],
    [word('nicht (?:über|mehr als)(?= \\d)'), 'max'],
    [word('(?:mein|meine) (?:mann|frau|partner|partnerin|freund|freundin) und ich'), 'my partner and I'],
    [exact('(?:Zug|Bahn)(?= (?:von|ab|nach|from|to) )'), 'by train'],
    [exact('(?:Auto|Wagen)(?= (?:von|ab|nach|from|to) )'), 'by car'],
    [
      word("(?:und )?(?:dafür )?(?:lieber )?in (\\p{Lu}[\\p{L}' -]*?) (?:etwas )?länger bleiben", 'gu'),
      'stay longer in $1',
    ],
    [word('(?:ein )?(?:rentner|senioren|ehe|lehrer)(?:ehe)?paar'), 'a retired couple'],
    [word('rentner(?:innen|n)?'), 'retirees'],
    [word('(?:wir|ich) (?:mögen?|mag|lieben?) (?:gerne? )?'), 'we love '],
    [word('(\\d+) ?h (?:fahrt|fahren|fahrzeit|autofahrt)'), '$1 hours of driving'],
    [word('auf (?:den|der|dem)(?= \\p{Lu})', 'gu'), 'in'],
    [word('was (?:kann man|können wir|machen|tun|sehen|gibt es zu sehen)'), 'visit'],
    [word('machen\\?|unternehmen\\?|erleben\\?'), ''],
    [
      word(
        '(\\d{1,2})\\.\\s?(?:-|bis)\\s?(\\d{1,2})\\.\\s?(?=januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)',
      ),
      '$1 - $2 ',
    ],
    [
      word(
        '(\\d{1,2})\\.\\s?(?=januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)',
      ),
      '$1 ',
    ],
    [exact('[Mm]ai'), 'May'],
    ...vocabulary(
      word,
      'januar = January; februar = February; märz = March; juni = June; juli = July; oktober = October; dezember = December; montags? = Monday; dienstags? = Tuesday; mittwochs? = Wednesday; donnerstags? = Thursday; freitags? = Friday; samstags?|sonnabends? = Saturday; sonntags? = Sunday',
    ),
    [exact('[Aa]nfang (?=[A-Z])'), 'early '],
    [exact('[Mm]itte (?=[A-Z])'), 'mid '],
    [exact('[Ee]nde (?=[A-Z])'), 'end of '],
    [word('(?:am |ab )?karfreitag'), 'on Good Friday'],
    [word('(?:über )?ostern'), 'Easter'],
    [word('(?:über )?weihnachten'), 'Christmas'],
    [word('silvester'), "New Year's Eve"],
    ...vocabulary(
      word,
      'pfingsten = Whitsun; (?:im )?frühling|(?:im )?frühjahr = in spring; im sommer = in summer; im herbst = in autumn; im winter = in winter',
    ),
    // Rates
    [word('(?:am|pro|jeden|je) tag|täglich'), 'a day'],
    [word('(?:pro|die|je|jede) nacht'), 'a night'],
    [word('(?:pro|die|je|jede) woche'), 'a week'],
    [word('pro (?:person|kopf|nase)|p\\.\\s?p\\.|je person|jeder|für jeden'), 'per person'],
    [word('sehenswürdigkeit(?:en)?|besichtigung(?:en)?'), 'sights'],
    [
      word(
        '(?:doch )?(?:kein|keine|ohne) (?:limit|begrenzung|beschränkung|grenze) (?:bei|für|von)(?: den| die)?',
      ),
      'no limit on',
    ],
    [word('(?:sachen|dinge)(?= (?:\\p{L}+ )?a day)|(?<=a day (?:\\p{L}+ ){1,2})(?:sachen|dinge)'), 'things'],
    [word('programmpunkte?n?|unternehmungen'), 'things to do'],
    [word('aktivität(?:en)?'), 'activities'],
    [word('attraktion(?:en)?'), 'attractions'],
    [word('(?:eine|1) wanderung'), 'one hike'],
    [word('(?:eine|1) kirche(?= (?:\\p{L}+ )?a day)|(?<=a day (?:\\p{L}+ )?)eine kirche'), 'one church'],
    [
      word(
        '(?:ein|eine|1) (?:schloss|burg)(?= (?:\\p{L}+ )?a day)|(?<=a day (?:\\p{L}+ )?)eine? (?:schloss|burg)',
      ),
      'one castle',
    ],
    [word('(?:ein|einen|1) strand(?= (?:\\p{L}+ )?a day)|(?<=a day (?:\\p{L}+ )?)einen strand'), 'one beach'],
    [word('nur (?=(?:ein|eine|einen|one|zwei|drei|\\d) \\p{L}+ a day)'), 'only '],
    [word('(?:am selben|an einem|am gleichen) tag'), 'on the same day'],
    [word('reicht(?: uns)?|reichen(?: uns)?|genügt|genügen'), 'is enough'],
    [
      word('so viele (\\p{L}+) wie (?:ihr wollt|du willst|möglich|es geht|wir wollen)'),
      'as many $1 as you like',
    ],
    [word('a day (?:ein|eine|einen) (\\p{L}+)'), 'one $1 a day'],
    [
      word(
        'a day ((?:höchstens|maximal|nur|max\\.?|nicht mehr als|bis zu) )?(ein|eine|einen|one|zwei|drei|vier|fünf|\\d+) (\\p{L}+)',
      ),
      '$1$2 $3 a day',
    ],
    [word('stunden? (?:fahrt|fahrzeit|autofahrt|fahren|im auto|am steuer)'), 'hours of driving'],
    [word('stunden? (?:zug|zugfahrt|bahnfahrt)'), 'hours on a train'],
    [word('stunden? (?:a day|daily) (?:fahren|autofahren|fahrt|im auto)'), 'hours of driving a day'],
    [word('stunden?'), 'hours'],
    [word('(?:ein|1) (?:ruhetag|pausentag|tag pause)'), 'one rest day'],
    [word('(?:zwei|2) (?:ruhetage|pausentage|tage pause)'), 'two rest days'],
    [word('ruhetage?|pausentage?'), 'rest day'],
    [word('(?:jeden|alle) (zweiten|dritten|vierten|fünften|sechsten|siebten) tag(?:e)?'), 'every $1 day'],
    [word('alle (\\p{L}+|\\d+) tage'), 'every $1 days'],
    ...vocabulary(
      word,
      'zweiten = second; dritten = third; vierten = fourth; fünften = fifth; ersten = first; letzten = last',
    ),
    [word('(?<=every \\w+ day[s]? )pause'), 'rest day'],
    // Lengths
    ...vocabulary(
      word,
      '(?:übers?|am|fürs?|das|ein|dieses) (?:ganze )?wochenende = a weekend; (?:ein )?(?:langes|verlängertes) wochenende = a long weekend; wochenend(?:trip|ausflug|reise) = weekend trip; wochenende = weekend; tages(?:ausflug|trip|tour) = day trip',
    ),
    [word('(\\d+)-?tägigen?r?'), '$1 day'],
    [word('(\\d+)-?wöchigen?r?'), '$1 week'],
    [word('übernachtungen?|nächten?'), 'nights'],
    [word('nacht'), 'night'],
    // "Zadar, Split, je 3 Nächte"
    [word('(?:jeweils|je) (\\p{L}+|\\d+) (nights?|tage?)'), '$1 $2 each'],
    [word('(?<=(?:bitte|please|doch|aber) )nur(?= (?:a|one|eine?n?|\\d+) )'), 'just'],
    ...vocabulary(
      word,
      'wochen = weeks; woche = week; tagen? = days; tag = day; monate?n? = months; insgesamt|zusammen = in total; länger = longer',
    ),
    [word('(?:noch )?(?:ein|eine|einen) (tag|nacht|day|night) (?:mehr|länger|longer|extra)'), 'one $1 more'],
    [word('mehr(?= (?:in|im|at))'), 'more'],
    [word('weniger(?= (?:in|im|at))'), 'less'],
    [word('kürzer'), 'shorter'],
    [word('später'), 'later'],
    [word('früher'), 'earlier'],
    // Numbers
    [word('eine[nmrs]?(?= (?:day|night|week|month|rest|museum|hike))|ein(?= (?:day|rest|museum))'), 'a'],
    ...vocabulary(
      word,
      'zwei = two; drei = three; vier = four; fünf = five; sechs = six; sieben = seven; acht = eight; neun = nine; zehn = ten; zwölf = twelve; vierzehn = fourteen; ein paar = a few',
    ),
    // Who
    [
      word(
        '(?:mit )?(?:unserem |meinem |dem |einem |der )?hund(?: (?:dabei|fährt mit|kommt mit|ist dabei))?',
      ),
      'with a dog',
    ],
    ...vocabulary(
      word,
      '(?:mit )?(?:meiner |unserer |der )?oma = with grandma; (?:mit )?(?:meinem |unserem |dem )?opa = with grandpa; (?:mit )?(?:meinen |unseren |den )?großeltern = with my grandparents; schüler(?:n|innen)? = students; lehrer(?:n|innen)? = teachers; (?:als|mit der) familie = with the family; rollator|gehstock = walking frame; wenig (?:laufen|gehen)|nicht (?:viel|weit) (?:laufen|gehen) = not much walking; barrierefrei = barrier-free; (?:wir sind )?zu zweit|wir zwei|wir beide = for two people; (?:wir sind )?zu dritt = for three people; (?:wir sind )?zu viert = for four people; (?:wir sind )?zu fünft = for five people; (?:wir sind )?zu sechst = for six people; allein(?:e)?|solo(?:reise)? = solo; flitterwochen|hochzeitsreise = honeymoon; wir sind = we are; erwachsenen? = adults; personen = people; eine person = one person; person = person; freunden? = friends; freundinnen = friends; kindern? = kids; kind = child; baby = baby; sohn = son; tochter = daughter; söhne[n]? = sons; töchter[n]? = daughters; meiner?m?n? (?:frau|freundin|partnerin) = my wife; meine?m?n? (?:mann|freund|partner) = my husband; meinen? eltern|meinen eltern = my parents; meiner? (?:mutter|schwester|oma) = my mother; mein(?:em|en)? (?:vater|bruder|opa|cousin|kumpel|kollege) = my father',
    ),
    [word('(?:kommt|kommen|fährt|fahren|reist|reisen) (?:auch )?mit(?=\\s*(?:[,.;!]|$|und))'), 'comes along'],
    ...vocabulary(
      word,
      'nur (?:ich|für mich)|ich (?:bin|reise|fahre) (?:ganz )?allein(?:e)? = just me; nur (?:die|sie) (?:beide|zwei)n? = just the two of them; jahren? alt|jahren?|jährigen? = years old; hund = dog',
    ),
    [word('mit (?=my|a dog|kids|two|three|four|\\d)'), 'with '],
    [word('(?:mein|meine|meinem|meinen|meiner)'), 'my'],
    [word('(?:unser|unsere|unserem|unseren|unserer)'), 'our'],
    // Money
    [word('(?:das )?budget(?: (?:von|ist|liegt bei))?'), 'budget'],
    [
      word(
        'höchstens|maximal|max\\.|nicht (?:mehr|länger|weiter) als|bis zu(?= \\d)|unter(?= \\d)|bis(?= \\d+ ?(?:€|euro))',
      ),
      'max',
    ],
    [word('mindestens'), 'at least'],
    [word('etwa|ungefähr|circa|ca\\.|rund(?= \\d)'), 'about'],
    ...vocabulary(
      word,
      'nicht zu teuer|so billig wie möglich|günstig|preiswert = ; ferienwohnung(?:en)? = holiday apartment; ferienh(?:aus|äuser) = holiday house; pension(?:en)? = guesthouse; jugendherbergen? = hostel',
    ),
    [word('mit (?=(?:pool|frühstück|balkon|küche|sauna|aufzug|meerblick)(?!\\p{L}))'), 'with '],
    ...vocabulary(
      word,
      'frühstück = breakfast; balkon = balcony; küche = kitchen; aufzug = lift; hotels? = hotels',
    ),
    // How
    [word('kein auto|kein mietwagen'), 'without a car'],
    [word('nord- und südinsel'), 'North Island and South Island'],
    [
      word(
        '(\\p{L}+)- und (\\p{L}+?)(küste|tirol|italien|spanien|england|deutschland|frankreich|indien|vietnam|thailand|schweden|norwegen|finnland)',
      ),
      '$1$3 und $2$3',
    ],
    [word('(?:[\\p{L}-]*-)?rad(?:fern)?weg'), 'by bike along'],
    [word('überall (?=(?:mindestens |at least )?(?:two|zwei|drei|\\d))'), 'everywhere '],
    [word('auf dem landweg|über land'), 'by train and bus'],
    [word('\\p{L}+museum'), 'museum'],
    [exact('(?<=^|[.,;] ?)Auto(?=[.,;]|$)'), 'by car'],
    [word('nicht fliegen|ohne (?:flug|flüge|fliegen)|kein(?:e)? (?:flug|flüge)'), 'no flights'],
    [
      word(
        'mit (?:dem|der|einem|einer|unserem|meinem|unserer) (?:eigenen |alten )?(?:auto|wagen|mietwagen|pkw|leihwagen|wohnmobil|camper|bulli|van|motorrad|wohnwagen)|per auto|mietwagen|wohnmobil|autoreise|für selbstfahrer|selbstfahrer(?:reise|tour)?|roadtrip',
      ),
      'by car',
    ],
    [
      word(
        'mit (?:dem zug|der bahn|zügen|der eisenbahn)|per (?:bahn|zug)|(?:bahn|zug)reise|(?<=, ?)(?:bahn|zug)(?=\\s*(?:,|$))|interrail',
      ),
      'by train',
    ],
    [
      word(
        'mit (?:dem|den) (?:bus|fernbus|bussen)|per bus|busreise|(?:eigener |gemieteter |im |mit eigenem |mit dem )?reisebus',
      ),
      'by bus',
    ],
    [word('mit (?:der|einer) fähre|per fähre|mit dem schiff|fähren?'), 'by ferry'],
    [
      word(
        'mit (?:dem|den|unseren) (?:fahrrad|rad|fahrrädern|rädern|e-bikes?)|per rad|rad(?:tour|reise)|fahrradtour',
      ),
      'by bike',
    ],
    ...vocabulary(
      word,
      'flüge ok|flüge = flights; mit (?:dem )?(?:flugzeug|flieger)|per flugzeug|flug(?:reise)?|wir fliegen|fliegen = fly; abflug(?: (?:von|ab|in))? = flight from; zu fuß|wander(?:tour|reise) = on foot; ohne (?:auto|mietwagen) = without a car; rund(?:reise|fahrt|tour)(?: durch)? = a loop',
    ),
    [word('ab ?\\/ ?bis|ab und bis|von und bis|(?:ab|von) und (?:wieder )?(?:zurück )?nach'), 'a loop from'],
    [word('(?:und )?(?:wieder )?zurück(?! (?:nach|in|zu))'), 'and back'],
    [word('(?:und )?(?:wieder )?zurück (?:nach|in|zu)'), 'and back to'],
    [word('(?:hin und zurück)'), 'round trip'],
    // What
    [word('nationalparks?'), 'national parks'],
    [word('gut essen'), 'good food'],
    [word('therme[n]?|wellness|sauna'), 'wellness'],
    [exact(`${NO_NAME}Seen`), 'lakes'],
    ...vocabulary(
      word,
      'tauchen = diving; schnorcheln = snorkelling; surfen = surfing; segeln = sailing; wasserfälle = waterfalls; vulkane = volcanoes; tempel = temples; klöster = monasteries; kirchen = churches; architektur = architecture; geschichte = history; kunst = art; musik = music; konzerte? = concerts; nachtleben|party machen|feiern = nightlife; bier = beer; fotografieren = photography; wüste = desert; tiere|safari = safari; einkaufen|shoppen = shopping; wandern|wanderungen? = hiking; museen|museum = museum; strände?n? = beach; weihnachts(?:markt|märkte)(?:s|n)? = christmas market; märkte = markets; schlösser|burgen = castles; (?:gutes|leckeres|lokales) essen|kulinarisch(?:e[rsn]?)?|kulinarik = food; wein = wine; kultur = culture; natur = nature; berge|in den bergen = mountains; ski ?fahren = skiing',
    ),
    ...vocabulary(
      word,
      'oper = opera; theater = theatre; ballett = ballet; eis = ice cream; comics = comics; dusche = shower; badewanne = bath; (?:baby|kinder|gitter|reise)bett = crib; waschmaschine = washing machine; parkplatz = parking; zelt = tent; jurten? = yurts; ebenerdig = ground floor; schlafwagen = sleeper; reiten = horse riding; boote = boats; boots(?:tour|fahrt|ausflug)(?:en)? = boat trips; portwein = port wine; angeln = fishing; klettern = climbing; flohmärkte = flea markets; leuchttürme = lighthouses; gärten = gardens; höhlen = caves; baden|schwimmen = swimming; meeresfrüchte = seafood; kanu|kajak|paddeln = kayaking; kirschblüte = cherry blossoms; ruinen = ruins; wasserfall = waterfalls; dünen = dunes; straßenkunst = street art; käse = cheese; kaffee = coffee',
    ),
    ...vocabulary(
      word,
      'städtetrip|städtereise|kurztrip|ausflug = trip to; polarlichter?n?|nordlichter?n? = northern lights; vegetarisch(?:es)?(?: essen)? = vegetarian food; rollstuhl = wheelchair; gemütlich|entspannt|ruhig|in ruhe|ohne (?:stress|hektik|eile)|langsam = relaxed pace; entspannter|ruhiger|gemütlicher|weniger (?:stress|programm) = more relaxed',
    ),
    // Edits
    [word('(?:starte|beginne|start) (?:lieber |stattdessen )?in'), 'start in'],
    [word('(?:fang|fangen wir|beginne?|starte) (?:am|ab)(?= \\d)'), 'start on'],
    [word('(?<=\\d{4}|\\p{Lu}\\w+|\\d\\.?) an(?=[.!?]?$)'), ''],
    [
      word('(?:mach|mache|machen wir) (\\d+|\\p{L}+) (days|weeks|nights|tage|wochen|nächte) draus'),
      'make it $1 $2',
    ],
    [word('(?<=between .{3,60}) ein(?=[.!?]?$)'), ''],
    [
      word(
        "(?:bitte )?(\\p{Lu}[\\p{L}' -]*?) (?:bitte )?(?:weglassen|streichen|raus(?:nehmen|werfen)?|auslassen|löschen|entfernen|überspringen)",
        'gu',
      ),
      'skip $1',
    ],
    [
      word(
        "(?:lass|lasst|lassen wir|streich|streiche|entferne|lösch|lösche|nimm) (?:bitte )?(\\p{Lu}[\\p{L}' -]*?)(?: (?:weg|aus|raus))?(?=\\s*(?:[,.!?]|$|und|bitte))",
        'gu',
      ),
      'skip $1',
    ],
    [
      word(
        "(?:bitte )?(?:noch |auch )?(\\p{Lu}[\\p{L}' -]*?) (?:noch )?(?:hinzufügen|dazunehmen|einbauen|einplanen|ergänzen|dazu)",
        'gu',
      ),
      'add $1',
    ],
    [exact('(?:[Ff]üge?|[Nn]imm|[Bb]aue?) (?:bitte )?(?:noch )?(?=\\p{Lu}|two|a )'), 'add '],
    [
      word("(?:ersetz|ersetze|tausch|tausche) (\\p{Lu}[\\p{L}' -]*?) (?:durch|gegen)", 'gu'),
      'replace $1 with',
    ],
    [
      word("(?:ver)?(?:tausch|tausche|tauscht) (\\p{Lu}[\\p{L}' -]*?) (?:und|mit) (?=\\p{Lu})", 'gu'),
      'swap $1 and ',
    ],
    [exact('(?:[Tt]ausch|[Tt]ausche) (\\p{Lu}[\\p{L}-]*) (?:und|and|mit|with) (?=\\p{Lu})'), 'swap $1 and '],
    [
      word(
        '(?:häng|hänge|pack|packe|leg|lege)(?:t)? (?:noch |bitte )*((?:\\d+|\\p{L}+) (?:days?|weeks?|nights?))(?: noch)?(?: hinten)?(?: dran| drauf| an)?',
      ),
      'add $1',
    ],
    [word("lieber (\\p{Lu}[\\p{L}' -]*?) als (?=\\p{Lu})", 'gu'), '$1 instead of '],
    [word('(?:zu )?(?:sehen|besichtigen|anschauen|ansehen|angucken)(?=\\s*(?:[,.;!?]|$|und|and))'), ''],
    ...vocabulary(
      word,
      '(?:muss|müssen) (?:unbedingt )?(?:sein|dabei sein|mit) = is a must; (?:an)?statt = instead of; stattdessen|lieber = instead; (?:mach|mache) (?:daraus|es|das) = make it; hinzu = ; verlänger[en]? = extend; verkürz[en]? = shorten; zwischen = between; danach|anschließend|dann = then; vorher|davor = before; am anfang = at the beginning; am ende = at the end',
    ),
    // Small words
    [exact('[Ss]tart(?: ist)?(?: in)?:?(?= \\p{Lu})'), 'starting in'],
    [exact('[Aa]b(?= (?:\\p{Lu}|\\d|dem))'), 'from'],
    [exact('[Vv]om|[Vv]on|[Aa]us(?= \\p{Lu})'), 'from'],
    [exact('[Bb]is (?:nach|zu den|zum|zur|zu)'), 'to'],
    [exact('[Nn]ach'), 'to'],
    [exact('[Bb]is'), 'to'],
    [exact('[Zz]wischen(?:halte?|stopps?|stationen)(?: in)?'), 'stops in'],
    [exact('[Üü]ber(?= (?:den |die |das )?\\p{Lu})'), 'via'],
    [exact('[Dd]urch'), 'through'],
    [exact('[Mm]it (?:stopps?|Stopps?|Halt) in'), 'stops in'],
    [exact(`${NO_NAME}(?:[Ee]ntlang|[Aa]n der|[Aa]n die)`), 'along'],
    [exact(`${NO_NAME}[Aa]m(?= \\p{Lu})`), 'at'],
    [exact(`${NO_NAME}(?:[Ii]ns|[Ii]n den|[Ii]n die|[Ii]n das|[Zz]um|[Zz]ur|[Zz]u den)`), 'to'],
    [exact(`${NO_NAME}(?:[Ii]m|[Ii]n der|[Ii]n dem)`), 'in'],
    [exact('[Aa]m(?= \\d)'), 'on'],
    [exact('[Ff]ür'), 'for'],
    [word('und'), 'and'],
    [word('oder'), 'or'],
    [word('(?:wir|ich) (?=[(])'), 'we '],
    [
      exact('(?!An|Ab|Weiter|Rück|Hin|Durch|Familien|Gruppen|Kultur|Studien|Welt)(\\p{Lu}\\p{Ll}{3,})reise'),
      '$1 trip',
    ],
    [word('mit'), 'with'],
    [word('ohne'), 'without'],
    // A noun with a capital is no name there.
    [
      exact(
        '[Kk]eine (?:großen |vielen |langen |weiten |teuren |vollen )*(?=\\p{Lu}\\p{Ll}+(?:en|er|e|s|n)(?!\\p{L}))',
      ),
      'no any ',
    ],
    [word('kein|keine|keinen'), 'no'],
    [word('bitte'), 'please'],
    [
      word(
        '(?:wir|ich) (?:wollen|will|möchten?|würden? gerne?|hätten? gerne?|planen?|fahren?|reisen?)|wollen|möchten?|eine? reise|urlaub|reise|planen|fahrt|tour',
      ),
      'trip',
    ],
    [exact(`${NO_NAME}(?:[Dd]ie|[Dd]er|[Dd]as|den|dem|des|[Ee]ine?|einen|einer|einem)`), ''],
  ],
};
