import { frenchDays } from './holidays.ts';
import type { Language } from './languages.ts';
import { unaccented, vocabulary } from './vocabulary.ts';

/** No letter stands there: unlike `\b` it knows accents. */
const word = (pattern: string, flags = 'giu') =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${unaccented(pattern)})(?!(?<=\\p{L})\\p{L})`, flags);
/** The same where capitals tell a name: "de Paris". */
const exact = (pattern: string) => word(pattern, 'gu');
/** Not within a name: "Aix-en-Provence", "Gare de Lyon". */
const NO_NAME = '(?<!\\p{Lu}[\\p{L}-]+ )';

/** French travel words, the longer before those that they contain. */
export const FRENCH: Language = {
  signs: exact(
    "le|les|[Ll]es|des|du|et|à|au|aux|une|[Uu]ne|pour|avec|[Aa]vec|sans|dans|nous|[Nn]ous|je|nos|mes|jours?|nuits?|semaines?|[Vv]oyage|voiture|vélo|depuis|jusqu'à|puis|retour|départ|boucle|enfants|[Aa]joute[rz]?|[Ee]nlève|enlever|s'il|tous|enfant|[Pp]lutôt|[Rr]emplace[rz]?|[Aa]nnule|[Ff]inir|[Cc]ommence[rz]?|[Cc]ombien|plus|moins|jour|nuit|autour|plage|adultes|ans|mois|Pâques|Pentecôte|Toussaint|Noël|[Jj]eudi|[Vv]endredi|de|la|en|par|un|[Dd]e(?= )",
  ),
  phrases: () => [
    [word("du (?:nord|sud) au (?:sud|nord)|d['’](?:est en ouest|ouest en est)"), ''],
    [word('départ(?: et |\\/| \\/ |-| & )(?:retour|arrivée)(?: à| de| en| depuis)?'), 'a loop from'],
    [/[’]/g, "'"],
    ...frenchDays(word),
    [word('un voyage|voyage(?! de noces)|séjour|vacances|circuit|escapade|virée'), 'trip'],
    [word('pas plus de|à moins de|moins de|sans (?:dépasser|faire plus de)'), 'max'],
    [
      word('(\\d+) ?h ?30 (?=de (?:route|voiture|conduite|train))|(\\d+) heures? et demie (?=de |par )'),
      '$1$2.5 heures ',
    ],
    [word('(\\d+) heures? et demie'), '$1.5 heures'],
    [word('(?:famille|groupe) de (?=\\d)'), 'family of '],
    [word("l'une? (?:d'entre|de) nous"), 'one of us'],
    [word('(?:est )?(?:indispensable|obligatoire)(?=\\s*(?:[,.;!]|$))'), 'is a must'],
    [word('(?:à |en )?vélo(?= (?:de|du|le long)(?!\\p{L}))'), 'by bike'],
    [word('(\\d+) étapes'), '$1 jours'],
    [word('en (\\d+|deux|trois|quatre|cinq|six|sept|huit|neuf|dix) étapes'), 'en $1 jours'],
    [exact("[Dd](?:u|es) (?=\\p{Lu}[^,.;]{1,40}? (?:à|jusqu'à) \\p{Lu})"), 'from '],
    [
      word("(?:il (?:nous|me) faut(?:drait)?|(?:nous avons|on a|j'ai) besoin d(?:e |')) ?(?:une? )?"),
      'we need ',
    ],
    [word('hôtels? (?:calmes?|tranquilles?)'), 'quiet hotel'],
    [word("(?:beaucoup|plein|un peu) d(?:e |')"), ''],
    [word("près d(?:e |u |es |')|à côté d(?:e |u |es |')"), 'near '],
    [word("musées? (?:d'art|des beaux-arts)"), 'art museum'],
    [word("(?:les )?lieux de tournage d(?:e |u |es |')"), 'filming locations of '],
    [word("(?:on |nous |à )?évite(?:r|ns|z)?|pas fans? d(?:e|')"), 'no'],
    [word('(?<=[,.;] ?|^)((?:\\p{L}+ )?\\p{L}+) (?:oui|volontiers)(?=\\s*(?:[,.;!]|$))'), 'we love $1'],
    [word('(?<=[,.;] ?|^)((?:\\p{L}+ )?\\p{L}+) non(?: merci)?(?=\\s*(?:[,.;!]|$))'), 'no $1'],
    [word('(?:moi et (?:lui|elle)|(?:lui|elle) et moi)'), 'the two of us'],
    [word('(?:un )?couple de retraités'), 'a retired couple'],
    [
      word('(?:ma|mon) (?:conjointe?|chéri|mari|femme|copain|copine|compagne|compagnon) et moi'),
      'my partner and I',
    ],
    [
      word(
        "(?:bonjour|salut|coucou|hello)(?: à tous| à toutes)?|(?:je|on|nous) cherch(?:e|ons)|(?:est-ce qu')?(?:on|je|nous) (?:voudrait|voudrions|voudrais|aimerait|aimerions|aimerais) faire",
      ),
      '',
    ],
    [word('(?:un )?itinéraire de (?=\\d|\\p{L}+ (?:jours|semaines))'), 'trip of '],
    [
      word(
        "(?:est-ce qu')?(?:on|nous) (?:peut|pourrait|pouvons|pourrions)|peut-on|pourrait-on|pourrions-nous",
      ),
      'can we',
    ],
    [word('passer (?=une |deux |trois |quatre |\\d)'), 'spend '],
    [word('retraité(?:e)?s'), 'retirees'],
    [word('vendredi saint'), 'Good Friday'],
    [exact("(?:[Dd]ans )?[Ll]a vallée (?:de la |du |de l['’]|de )(?=\\p{Lu})"), 'in the '],
    [
      word(
        '(?:de )?(?:bons?|bonnes?|beaux|belles|grands?|petits?) (?=vins?|châteaux|villages|restaurants|marchés|musées|plages)',
      ),
      '',
    ],
    [exact("[Ll]a presqu'île (?:de |du |d')(?=\\p{Lu})"), ''],
    [exact("(?:[Aa]u )?[Dd]épart (?:de |d['’])(?=\\p{Lu})"), 'from '],
    [word('maxi'), 'max'],
    [word('(?:que|quoi) (?:faire|voir|visiter) (?:à|au|en|aux)'), 'visit'],
    [
      word(
        '(?:nous )?(?:voulons|voudrions|souhaitons) (?:aller|partir|visiter)|(?:je )?(?:veux|voudrais|souhaite) (?:aller|partir|visiter)|on (?:veut|voudrait|aimerait) (?:aller|partir|visiter)',
      ),
      'we want to go',
    ],
    [word('(?:avec (?:des )?)?étapes? (?:à|au|en)|arrêts? (?:à|au|en)'), 'stops in'],
    [word('un jour de repos sur (deux|trois|quatre|cinq|\\d)'), 'one rest day every $1 jours'],
    [word('vols? (?:compris|inclus)'), 'flights'],
    [word('en famille'), 'with the family'],
    [word('commençant (?:à|au|en)|en commençant (?:à|par)|départ (?:à|de)(?= \\p{Lu})'), 'starting in'],
    [word('(?:finissant|terminant|arrivée?) (?:à|au|en)'), 'ending in'],
    // Dates
    [word('1er(?= )'), '1'],
    [word('janvier'), 'January'],
    [word('février'), 'February'],
    [exact('[Mm]ars'), 'March'],
    [word('avril'), 'April'],
    [exact('[Mm]ai'), 'May'],
    ...vocabulary(
      word,
      'juin = June; juillet = July; août = August; septembre = September; octobre = October; novembre = November; décembre = December; lundi = Monday; mardi = Tuesday; mercredi = Wednesday; jeudi = Thursday; vendredi = Friday; samedi = Saturday; dimanche = Sunday',
    ),
    [word('début (?=[A-Z])', 'gu'), 'early '],
    [word('(?:mi-|à la mi-|milieu )(?=[A-Z])', 'gu'), 'mid '],
    [word('fin (?=[A-Z])', 'gu'), 'end of '],
    ...vocabulary(
      word,
      'à noël|pour noël|noël = Christmas; à pâques|pâques = Easter; au printemps = in spring; en été|cet été = in summer',
    ),
    [word("en automne|à l'automne"), 'in autumn'],
    [word('en hiver|cet hiver'), 'in winter'],
    [word('(?:à partir|à compter) du|dès le'), 'from'],
    [word('(?:départ|départ prévu)(?: le| prévu le)?(?= \\d)'), 'starting on'],
    [word('du (\\d{1,2}) au (\\d{1,2})'), 'from $1 to $2'],
    [exact('du ((?:[A-Z]\\w+day )?\\d{1,2}(?: [A-Z]\\w+)?) au (?=(?:[A-Z]\\w+day )?\\d)'), 'from $1 to '],
    [word('du (\\d{1,2} [A-Z]\\w+) au (\\d{1,2})', 'gu'), 'from $1 to $2'],
    [word('le (?=\\d{1,2} [A-Z])', 'gu'), 'on '],
    // Rates
    [word("pas plus d['’](?=une? )"), 'max '],
    [word('(?:un seul|une seule)(?= \\p{L}+ (?:par|dans la) )'), 'only one'],
    [word('visites?(?= (?:\\p{L}+ )?par jour)'), 'sights'],
    [word('activités?'), 'activities'],
    [word('pas plus(?=\\s*(?:[,.;!?)]|$))'), 'max'],
    [word('(?:pas de|sans|aucune) limites? (?:pour|de|aux?)(?: les| la)?'), 'no limit on'],
    [exact('(?<![Ll]a )Grenade'), 'Granada'],
    [word('choses?(?: à (?:voir|faire|visiter))?'), 'things to see'],
    [word("autant de (\\p{L}+) que (?:vous voulez|tu veux|possible|l'on veut)"), 'as many $1 as you like'],
    [word('par jour|chaque jour|la journée|quotidiens?'), 'a day'],
    [word('(?:par|la) nuit'), 'a night'],
    [word('par semaine'), 'a week'],
    [word('par personne|chacun(?:e)?|par tête'), 'per person'],
    [word('(\\d+) ?h de (?:route|voiture|conduite|trajet)'), '$1 hours of driving'],
    [word('(\\d+) ?h (?=de (?:route|voiture|conduite|trajet|train))'), '$1 heures '],
    [word('heures? de (?:route|voiture|conduite|trajet)'), 'hours of driving'],
    [word("(?:nous |on |j')(?:aimons|aime|adore|adorons) (?:les? |la |l')?"), 'we love '],
    ...vocabulary(
      word,
      'tout compris = all in; heures? de (?:train|bus) = hours on a train; heures? = hours; (?:un|1) jour de (?:repos|pause) = one rest day; jours? de (?:repos|pause) = rest days',
    ),
    [word('(?:tous|toutes) les (\\p{L}+|\\d+) jours'), 'every $1 days'],
    [word('un jour sur deux'), 'every second day'],
    // Lengths
    ...vocabulary(
      word,
      '(?:un |le |ce )?(?:long|grand) week-?end|week-?end prolongé = a long weekend; (?:un |le |ce )?week-?end = a weekend; nuits = nights; nuitée?s?|nuit = night; semaines = weeks; semaine = week; quinzaine(?: de jours)? = two weeks; jours|journées = days; jour|journée = day',
    ),
    [exact('mois'), 'months'],
    ...vocabulary(
      word,
      'au total|en tout = in total; plus tard = later; plus tôt = earlier; plus long(?:ue)? = longer; de plus = more; de moins = less',
    ),
    // Numbers
    [word('un|une(?= (?:day|night|week|month))'), 'a'],
    ...vocabulary(word, 'une = a; deux = two; trois = three; quatre = four; cinq = five'),
    [exact('six'), 'six'],
    ...vocabulary(
      word,
      'sept = seven; huit = eight; neuf = nine; dix = ten; douze = twelve; quinze = fifteen; vingt = twenty; quelques = a few',
    ),
    // Who
    ...vocabulary(
      word,
      '(?:voyage|lune) de (?:noces|miel) = honeymoon; en amoureux|à (?:deux|two)|en couple = for two people; (?:juste|que) moi|(?:je pars|je voyage|moi) (?:toute? )?seule? = just me; (?:rien qu.|juste )?eux deux(?: seuls)?|tous les deux seuls = just the two of them; et moi = and me; mes parents = my parents; par voie terrestre|par la route = by train and bus; arrivée et départ (?:à|de|en)|aller-retour (?:de|depuis) = a loop from',
    ),
    [word('partout (?=(?:au moins )?(?:deux|two|trois|three|\\d))'), 'everywhere '],
    ...vocabulary(
      word,
      'à trois|à three = for three people; à quatre|à four = for four people; nous sommes|on est = we are; seule?|en solo = solo',
    ),
    [
      word('(?:et )?(?:on |nous )?(?:finit|finissons|finir|termine|terminons|terminer) (?:à|au|en|par)'),
      'ending in',
    ],
    [word('(ados?|enfants?|filles?|garçons?|fils|fille) de (?=\\d)'), '$1 aged '],
    ...vocabulary(
      word,
      'ado(?:lescent)?e?s = teenagers; ado(?:lescent)?e? = teenager; baleines? = whales; oiseaux = birds; hammams? = hammam; adultes? = adults; personnes = people; personne = person; amis|amies|copains|copines = friends; enfants = kids; enfant = child; bébé = baby; fils = son; fille = daughter; (?:ma|sa) (?:femme|compagne|copine) = my wife; mon (?:mari|compagnon|copain) = my husband; (?:mes|nos) parents = my parents; chien = dog',
    ),
    [exact('(?<=kids |child |son |daughter )de (?=\\d)'), 'of '],
    [word('(?<=\\d )ans'), 'years old'],
    ...vocabulary(
      word,
      'mère|maman = mother; père|papa = father; sœur|soeur = sister; frère = brother; (?:grand-mère|mamie) = grandma; (?:grand-père|papi|papy) = grandpa; grands-parents = grandparents; ascenseur = lift; douche = shower; baignoire = bath; lit (?:bébé|parapluie|d.appoint) = crib; piscine = pool; petit[ -]déjeuner = breakfast; dortoirs? = dorms; yourtes? = yurts; tente = tent; gîtes?|chambres? d.hôtes? = guesthouse; poissons?|fruits de mer = seafood; cidre = cider; équitation|(?:balades? )?à cheval|cheval = horse riding; phares? = lighthouses; grottes? = caves; jardins = gardens; pêche = fishing; escalade = climbing; baignade = swimming; thermes = spas; fromages? = cheese; dunes? = dunes; kayak|canoë = kayaking; ruines = ruins; balades? en bateau|(?<!en )bateaux? = boats; march\\u00e9s? aux puces = flea markets',
    ),
    [word('mon|ma|mes'), 'my'],
    [word('notre|nos'), 'our'],
    // Money
    [word("(?:au |le )?budget(?: (?:de|est de|d'))?"), 'budget'],
    [word("(?:au )?maximum|max|au plus|pas plus de|moins de|jusqu'à(?= \\d)"), 'max'],
    ...vocabulary(
      word,
      'au moins|minimum = at least; environ|à peu près = about; pas (?:trop )?cher|le moins cher possible = ; hôtels? = hotels',
    ),
    // How
    [word('location de voiture (?:à|au|en)|voiture louée à'), 'rent a car in'],
    [
      word(
        '(?:en )?voiture de location|en (?:voiture|auto|camping-?car|van|moto)|à moto|location de voiture|avec (?:notre|une) voiture|road-?trip|camping-?car|van aménagé',
      ),
      'by car',
    ],
    ...vocabulary(
      word,
      'en train|par le train|en tgv|en interrail|trains? = by train; en (?:bus|autocar|car) = by bus; en (?:ferry|bateau)|ferry = by ferry; à (?:vélo|bicyclette)|en vélo|à vtt = by bike; à pied|randonnée itinérante = on foot',
    ),
    [word("sans (?:avion|prendre l['’]avion|vols?)|pas d['’]avion"), 'no flights'],
    [word('en avion|par avion|avion'), 'by plane'],
    [word('sans (?:la )?voiture'), 'without a car'],
    [word('(?:aller[\\s-]retour)'), 'round trip'],
    [word('(?:une )?boucle(?: de)?'), 'a loop'],
    [word('(?:et )?retour à'), 'and back to'],
    [word('(?:et )?retour(?! (?:à|le|par))'), 'and back'],
    // What
    ...vocabulary(
      word,
      'musique classique = classical music; concerts? = concerts; plongée = diving; ski = skiing; volcans? = volcanoes; cascades? = waterfalls; temples? = temples; monastères? = monasteries; églises?|cathédrales? = churches; histoire = history; lavande = lavender; bière = beer; lacs = lakes; safari|animaux = safari; parcs? (?:nationaux|national)(?! d) = national parks; randonnées?|marche = hiking; musées? = museum; plages? = beach',
    ),
    [word('march\\u00e9s? de (?:noël|Christmas)'), 'christmas market'],
    [word('march\\u00e9s'), 'markets'],
    ...vocabulary(
      word,
      'châteaux = castles; gastronomie|bonne cuisine|bien manger = food; vins?|vignobles? = wine; montagnes? = mountains; désert = desert; souks? = souks; aurores boréales = northern lights; nature = nature; culture = culture',
    ),
    [word("on adore|on aime|nous aimons|nous adorons|j'aime|j'adore"), 'we love'],
    [word('fauteuil roulant'), 'wheelchair'],
    [
      word(
        'tranquille(?:ment)?|sans se presser|sans (?:stress|courir)|calme|rythme (?:lent|tranquille)|en douceur|relax',
      ),
      'relaxed pace',
    ],
    // Edits
    [exact("[Rr]emplace[rz]? (\\p{Lu}[\\p{L}' -]*?) par"), 'replace $1 with'],
    [exact('(?:[Cc]ommence[rz]?|[Pp]artir|[Dd]ébute[rz]?)(?: plutôt)? (?:on|le)(?= \\d)'), 'start on'],
    [exact('(?:[Cc]ommence[rz]?|[Pp]artir|[Dd]ébute[rz]?) (?:à|de)(?= \\p{Lu})'), 'start in'],
    [exact('(?:[Ff]ini[rs]?|[Tt]ermine[rz]?|[Aa]rriver) à(?= \\p{Lu})'), 'end in'],
    [exact('(?:[Pp]asse[rz]?|[Ff]ais|[Mm]ets) (?:à|en|la à)(?= \\d)'), 'make it'],
    [word('(?:ajoute[rz]?|rajoute[rz]?|mets|mettre)'), 'add'],
    [word('(?:enlève[rz]?|enlever|supprime[rz]?|retire[rz]?|saute[rz]?|laisse[rz]? tomber)'), 'remove'],
    [word('remplace[rz]?'), 'replace'],
    [word('(?<=replace .{2,40}) par'), 'with'],
    [word("plutôt (\\p{Lu}[\\p{L}' -]*?) que (?=\\p{Lu})", 'gu'), '$1 instead of '],
    ...vocabulary(
      word,
      'au lieu de|à la place de|plutôt que = instead of; à la place|plutôt = instead; entre = between; après = after; avant = before; à la fin = at the end; au début = at the beginning',
    ),
    [word("s'il (?:te|vous) plaît|stp|svp"), 'please'],
    // Small words
    [exact("(?:[Dd]e |[Dd]')(?=\\p{Lu}[^,.;]{1,40}? (?:à|jusqu'à) \\p{Lu})"), 'from '],
    [
      exact(
        "(?:[Dd]epuis|[Aa]u départ de|[Aa]u départ d'|[Ee]n partant de|[Dd]épart(?: de| à)?)(?= ?\\p{Lu})",
      ),
      'from',
    ],
    [exact("[Jj]usqu'à|[Jj]usqu'en|[Jj]usqu'au"), 'to'],
    [exact('(?<=from \\p{Lu}[^,.;]{1,40}? )à'), 'to'],
    [exact('[Pp]uis|[Ee]nsuite'), 'then'],
    [exact('(?:[Ee]n passant par|[Vv]ia|avec (?:un )?arrêts? à)'), 'via'],
    [exact("[Tt]our (?:du|de la|de l'|des|de)"), 'tour of'],
    [exact("[Ll]e long (?:du|de la|de l'|des)"), 'along'],
    [exact("[Pp]arc (?:national )?(?:de la|de l'|du|des|de)"), ''],
    [exact('[Ll]ac Léman'), 'Lake Geneva'],
    [exact("[Ll]ac (?:de |d')(?=\\p{Lu})"), 'Lake '],
    [exact('[Ll]ac(?= \\p{Lu})'), 'Lake'],
    [exact(`${NO_NAME}(?:[Aa]u|[Aa]ux|[Ee]n|[Àà]|[Dd]ans)(?= (?:la |le |les )?\\p{Lu})`), 'in'],
    [exact('[Ee]n(?= (?:\\d|a |two|three|four|five|ten))'), 'in'],
    [exact('[Pp]our'), 'for'],
    [exact('[Aa]vec'), 'with'],
    [exact('[Ss]ans'), 'without'],
    [
      exact('(?:[Oo]n|[Nn]ous|[Jj]e) (?:déteste|détestons|n.aime pas|n.aimons pas)(?: (?:le|la|les))?'),
      'we hate',
    ],
    [exact('(?<![\\p{Lu}][\\p{L}]* )(?:le|la|les)(?= \\p{Lu})'), ''],
    [exact('et'), 'and'],
    [exact('ou'), 'or'],
    [exact("(?:[Ss]urtout )?[Pp]as (?:de|d')|[Aa]ucune?"), 'no'],
    [exact('(?:pour )?(?:voir|visiter|découvrir)(?= (?:le |la |les |l.)?\\p{Lu})'), 'visit'],
    [word('un voyage|voyage|séjour|vacances|circuit|escapade'), 'trip'],
    [exact(`${NO_NAME}(?:[Ll]e|[Ll]a|[Ll]es|[Dd]u|[Dd]es)(?= \\p{Ll})`), ''],
  ],
};
