import { spanishDays } from './holidays.ts';
import type { Language } from './languages.ts';
import { unaccented, vocabulary } from './vocabulary.ts';

/** No letter stands there: unlike `\b` it knows accents. */
const word = (pattern: string, flags = 'giu') =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${unaccented(pattern)})(?!(?<=\\p{L})\\p{L})`, flags);
/** The same where capitals tell a name: "de Madrid". */
const exact = (pattern: string) => word(pattern, 'gu');
/** Not within a name: "Santiago de Cuba". */
const NO_NAME = '(?<!\\p{Lu}[\\p{L}-]+ )';

/** Spanish travel words, the longer before those that they contain. */
export const SPANISH: Language = {
  signs: exact(
    'el|los|las|del|y|un|una|[Uu]na|para|con|[Cc]on|sin|por|desde|hasta|[Qq]ueremos|[Qq]uiero|días?|noches?|semanas?|[Vv]iaje|coche|tren|niños|hijos|años|después|luego|vuelta|máximo|somos|mi|mis|nuestros?|[Qq]ué|más|menos|[Aa]ñade|añadir|[Qq]uita|quitar|[Rr]uta|recorrer|playa|[Vv]oy|[Vv]amos|[Cc]ambia|[Ee]mpieza|mejor|[Dd]ía|noche|[Ee]mpezar|[Tt]ermina|sean|[Cc]uánto|encantan?|gustan?|andando|etapas|al|Semana|Navidad|Nochevieja|[Jj]ueves|[Vv]iernes|[Ll]unes|[Ss]ábado|de|la|en|[Dd]e(?= )',
  ),
  phrases: () => [
    [word('de (?:norte a sur|sur a norte|este a oeste|oeste a este)'), ''],
    [
      word(
        '(?:salida|inicio|comienzo|saliendo|empezando|comenzando)(?: y |\\/| \\/ |-| & )(?:llegada|regreso|vuelta|fin|final|volviendo|regresando|terminando|acabando)(?: en| a| de| desde)?',
      ),
      'a loop from',
    ],
    [
      exact(
        '(?:(?:[Qq]uiero|[Qq]ueremos|[Mm]e gustaría|[Nn]os gustaría|para) )?(?:ver|visitar|conocer)(?= (?:el |la |los |las )?\\p{Lu})',
      ),
      'visit',
    ],
    [word('como mucho|a lo sumo'), 'max'],
    [word('sin límites? (?:de|para|en)(?: los| las)?'), 'no limit on'],
    [word('mis padres mayores'), 'my elderly parents'],
    [word('para (dos|2|tres|3|cuatro|4)(?= |,|$)(?! (?:días|noches|semanas))'), 'for $1 people'],
    [word('hoteles? con ascensor'), 'hotel with a lift'],
    [word('con ascensor'), 'with a lift'],
    [word('(\\d+|dos|tres|cuatro|cinco) horas y media'), '$1.5 horas'],
    [word('en (\\d+|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez) etapas'), 'en $1 días'],
    [word('andando'), 'a pie'],
    [word('(\\d+) etapas'), '$1 días'],
    [word('familia de (?=\\d)'), 'family of '],
    [word('(?:nada de |no |sin )?conducir (?:más|no más) de'), 'no driving more than'],
    [word('sin (?:pasar|superar|hacer más)(?: de)?(?= \\d)'), 'max'],
    [word('(?:empezamos|empiezo|empezando|salgo|salimos) (?:el |on )(?=\\d)'), 'starting on '],
    [word('(?:voy|viajo|vamos|viajamos|iré|iremos) con'), 'with'],
    [word('(?:quiero|queremos|me gustaría|nos gustaría) (?:ir|viajar) a'), 'we want to go to'],
    [
      word('(?:no sé|no sabemos) (?:cuántos días|cuánto tiempo)(?: (?:hacen falta|necesitamos|hace falta))?'),
      '',
    ],
    [word('(?:necesitamos|necesito|nos hace falta|me hace falta) (?:una? )?'), 'we need '],
    [word('(?:está bien|me parece bien|es suficiente|sí o sí|sin problemas?)(?=\\s*(?:[,.;!]|$))'), ''],
    [word('(buses|autobuses|trenes|bus|tren) nocturnos?'), 'night $1'],
    [word('(?:de |como )?mochiler[oa]s?'), 'backpacking'],
    [word('(?:hola|buenas|buenos días)(?: a todos)?(?=[!,. ]|$)'), ''],
    [
      word(
        '(?:evitar|evitad|evitamos|paso de|pasamos de|nada de|no (?:nos|me) gustan?)(?: los| las| el| la)?',
      ),
      'no',
    ],
    [word('(?<=[,.;] ?|^)((?:\\p{L}+ )?\\p{L}+) sí(?=\\s*(?:[,.;!]|$))'), 'we love $1'],
    [word('(?<=[,.;] ?|^)((?:\\p{L}+ )?\\p{L}+) no(?: gracias)?(?=\\s*(?:[,.;!]|$))'), 'no $1'],
    [
      word(
        '(?:(?:las )?localizaciones|(?:los )?escenarios|(?:los )?lugares) (?:de rodaje )?(?:donde se rodó|donde rodaron|de rodaje) (?:de )?',
      ),
      'filming locations of ',
    ],
    [word('(?:ella y yo|él y yo|yo y (?:él|ella))'), 'the two of us'],
    [word('(?:una? )?(?:pareja|matrimonio) (?:de )?(?:jubilad[oa]s|jubilad[oa])'), 'a retired couple'],
    [word('mi (?:mujer|marido|pareja|novia|novio|esposa|esposo) y yo'), 'my partner and I'],
    [/[¿¡]/g, ''],
    ...spanishDays(word),
    [word('(un|una|dos|tres|cuatro|\\d+) (día|noche|semana)s? más'), '$1 more $2s'],
    [word('(un|una|dos|tres|cuatro|\\d+) (día|noche|semana)s? menos'), '$1 $2s less'],
    [word('(?<=more |\\w+ )(?:días)'), 'days'],
    [exact("(?:[Cc]ambia[r]?|[Ss]ustituye|[Rr]eemplaza[r]?) (\\p{Lu}[\\p{L}' -]*?) por"), 'replace $1 with'],
    [exact('(?:[Ee]mpieza|[Ee]mpezar|[Cc]omienza|[Ss]alir) (?:el|on)(?= \\d)'), 'start on'],
    [exact('(?:[Ee]mpieza|[Ee]mpezar|[Cc]omienza|[Ss]alir) (?:en|de|desde)(?= \\p{Lu})'), 'start in'],
    [exact('(?:[Tt]ermina[r]?|[Aa]caba[r]?) en(?= \\p{Lu})'), 'end in'],
    [exact('(?:[Qq]ue sean|[Hh]azlo de|[Mm]ejor)(?= \\d)'), 'make it'],
    ...vocabulary(
      word,
      '(?:empezando|comenzando|partiendo|empieza|salimos) (?:en|de|desde) = starting in; (?:terminando|acabando|termina) en = ending in; tenemos|tengo = we have; (?:horas? )al volante = hours of driving; (?:con )?(?:los|mis) abuelos = with my grandparents; (?:con )?(?:la|mi) abuela = with grandma; en familia = with the family; vuelos? (?:incluidos?|incluid[oa]s) = flights; (?:quiero|queremos|me gustaría|nos gustaría) (?:ir|viajar) = we want to go',
    ),
    // Dates
    [
      word(
        '(\\d{1,2}) de (?=enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)',
      ),
      '$1 ',
    ],
    ...vocabulary(
      word,
      'enero = January; febrero = February; marzo = March; abril = April; mayo = May; junio = June; julio = July; agosto = August; septiembre = September; octubre = October; noviembre = November; diciembre = December; lunes = Monday; martes = Tuesday; miércoles = Wednesday; jueves = Thursday; viernes = Friday; sábado = Saturday; domingo = Sunday',
    ),
    [exact('a principios de|principios de'), 'early'],
    [exact('a mediados de|mediados de'), 'mid'],
    [exact('a finales de|finales de'), 'end of'],
    ...vocabulary(
      word,
      '(?:en )?navidad(?:es)? = Christmas; (?:en )?semana santa = Easter; en primavera = in spring; en verano|este verano = in summer; en otoño = in autumn; en invierno = in winter; (?:a partir|desde|saliendo) (?:del|el) = from',
    ),
    [word('(?:salida|salimos|saliendo)(?: el)?(?= \\d)'), 'starting on'],
    [word('del (\\d{1,2}) al (\\d{1,2})'), 'from $1 to $2'],
    [word('del (\\d{1,2} [A-Z]\\w+) al (\\d{1,2})', 'gu'), 'from $1 to $2'],
    [word('el (?=\\d{1,2} [A-Z])', 'gu'), 'on '],
    // Rates
    [word('(?:solo|sólo|solamente) una?(?= \\p{L}+ (?:al|por|cada) día)'), 'only one'],
    [word('visitas?(?= (?:\\p{L}+ )?(?:al|por|cada) día)'), 'sights'],
    [word('actividad(?:es)?'), 'activities'],
    [word('cosas?(?: que (?:ver|hacer))?(?= (?:al|por|cada) día)'), 'things to see'],
    [word('templos?'), 'temples'],
    [word('tant[oa]s (\\p{L}+) como (?:quieras|queráis|sea posible)'), 'as many $1 as you like'],
    [word('(?:al|por|cada) día|diari[oa]s?'), 'a day'],
    [word('(?:por|la|cada) noche'), 'a night'],
    [word('por semana'), 'a week'],
    [word('por (?:persona|cabeza)|cada un[oa]'), 'per person'],
    [word('horas? de (?:coche|conducción|carretera|conducir|viaje|auto)'), 'hours of driving'],
    [word('horas? de (?:tren|autobús|bus)'), 'hours on a train'],
    [word('(\\d+) ?h de (?:coche|conducción|carretera|conducir|viaje|auto)'), '$1 hours of driving'],
    [word('(?:nos|me) (?:gustan?|encantan?) (?:el |la |los |las )?'), 'we love '],
    ...vocabulary(word, 'horas? = hours; todo incluido = all in; nada de = no'),
    [
      word('(?:solo|sólo|solamente) (?:ellos|ellas) dos|(?:ellos|ellas) dos(?: sol[oa]s)?'),
      'just the two of them',
    ],
    [word('(dos|tres|cuatro) parejas(?: (?:jubiladas|jóvenes|mayores|amigas))?'), '$1 couples'],
    ...vocabulary(
      word,
      'somos (?:una )?pareja|en pareja = we are a couple; (?:solo|sólo) yo|yo sol[oa] = just me; por tierra = by train and bus; llegada y salida (?:en|desde|por)|entrada y salida (?:en|por) = a loop from',
    ),
    [
      word(
        '(?:en )?(?:todas partes|cada sitio|cada ciudad|todos los sitios) (?=(?:al menos |mínimo )?(?:dos|two|tres|three|\\d))',
      ),
      'everywhere ',
    ],
    [exact('A Coruña'), 'La Coruña'],
    [exact('[Cc]añón del (?=\\p{Lu})'), ''],
    [word('(?:quédate|quedarnos|quedémonos|quedaos)(?= (?:\\d|una?|dos|tres|cuatro|cinco) )'), 'stay'],
    [word('(?:hacer )?submarinismo|bucear|buceo'), 'diving'],
    [word('(?:un|1) día de descanso'), 'one rest day'],
    [word('días? de descanso'), 'rest days'],
    [word('cada (\\p{L}+|\\d+) días'), 'every $1 days'],
    // Lengths
    ...vocabulary(
      word,
      '(?:un |el |este )?(?:fin de semana largo|puente) = a long weekend; (?:un |el |este )?(?:fin de semana|finde) = a weekend; noches = nights; noche = night; semanas = weeks; semana = week; días = days; día = day; meses = months; en total = in total',
    ),
    [word('más tarde|después(?=[.!?]?$)'), 'later'],
    [word('más largo'), 'longer'],
    [word('antes(?=[.!?]?$)'), 'earlier'],
    // Numbers
    ...vocabulary(
      word,
      'un|una = a; dos = two; tres = three; cuatro = four; cinco = five; seis = six; siete = seven; ocho = eight; nueve = nine; diez = ten; doce = twelve; quince = fifteen; veinte = twenty',
    ),
    [word('unos (?=\\d)'), 'about '],
    [word('unos|unas|algunos'), 'a few'],
    // Who
    [word('(?:viaje|luna) de (?:novios|miel)'), 'honeymoon'],
    [word('en pareja|romántic[oa]'), 'for two people'],
    [word('somos'), 'we are'],
    [word('(?:viajo |voy )?sol[oa](?=[\\s,.;]|$)|en solitario'), 'solo'],
    [word('pareja(?=\\s*(?:[,.;]|$))'), 'for two people'],
    ...vocabulary(
      word,
      '(?:y )?(?:terminamos|terminar|acabamos|acabar|terminando|acabando) en = ending in; ballenas? = whales; aves|pájaros = birds; adultos? = adults; personas = people; persona = person; amig[oa]s = friends; niños|niñas|hijos|hijas|peques = kids; hijo|niño = son; hija|niña = daughter; bebé = baby; mi (?:mujer|esposa|novia|pareja) = my wife; mi (?:marido|esposo|novio) = my husband; mis padres = my parents; perro = dog',
    ),
    [exact('(?<=kids |son |daughter )de (?=\\d)'), 'of '],
    [word('(?<=\\d )años'), 'years old'],
    ...vocabulary(
      word,
      'mamá|madre = mother; papá|padre = father; hermana = sister; hermano = brother; abuelo = grandpa; abuelos = grandparents; ascensor = lift; ducha = shower; bañera = bath; cuna = crib; escalón|escalones = steps; piscina = pool; desayuno = breakfast; albergues? = hostel; tienda de campaña = tent; yurtas? = yurts; sidra = cider; mariscos?|pescado = seafood; (?:montar )?a caballo|caballos? = horse riding; (?<!en )barcos? = boats; faros? = lighthouses; cuevas? = caves; jardines = gardens; pesca = fishing; escalada = climbing; termas|aguas termales = hot springs; quesos? = cheese; café = coffee; dunas = dunes; ruinas = ruins; mercadillos = flea markets; pero = but',
    ),
    [word('mi|mis'), 'my'],
    [word('nuestr[oa]s?'), 'our'],
    // Money
    [word('(?:con un |el |un )?presupuesto(?: (?:de|es de|es))?'), 'budget'],
    [word('(?:como )?máximo|máx\\.|no más de|menos de|hasta(?= \\d)'), 'max'],
    ...vocabulary(
      word,
      'al menos|mínimo|como mínimo = at least; aproximadamente|alrededor de = about; dólares = dollars; barato|económico|lo más barato posible = ; hoteles|hotel = hotels',
    ),
    // How
    [
      word(
        'en (?:coche|auto|carro|autocaravana|furgoneta|moto|caravana)|coche de alquiler|alquilando (?:un )?coche|roadtrip|autocaravana',
      ),
      'by car',
    ],
    ...vocabulary(
      word,
      'en tren|ruta en tren|interrail|tren(?:es)? = by train; en (?:autobús|bus|autocar)|autobús|autobuses = by bus; en (?:ferry|barco)|ferry = by ferry; en (?:bici|bicicleta)|ruta en bici = by bike; a pie|caminando = on foot; sin (?:avión|aviones|volar|vuelos?) = no flights; en avión|avión|volando|vuelo = by plane; sin (?:coche|conducir|manejar|alquilar (?:un )?coche) = without a car; ida y vuelta = round trip; (?:y )?(?:vuelta|regreso|volviendo|volver) a = and back to; (?:y )?(?:vuelta|regreso) = and back; circuito|ruta circular = a loop',
    ),
    // What
    ...vocabulary(
      word,
      'zocos? = souks; musicales = musicals; buceo = diving; esquí|esquiar = skiing; cascadas?|cataratas = waterfalls; templos? = temples; monasterios? = monasteries; iglesias?|catedrales? = churches; historia = history; cerveza = beer; lagos = lakes; safari|animales = safari; parques nacionales = national parks; vida nocturna|fiesta = nightlife; tango = tango; flamenco = flamenco; senderismo|excursiones = hiking; museos? = museum; playas? = beach; volcanes|volcán = volcanoes; mercados = markets; castillos = castles; gastronomía|comer bien|buena comida|comida = food; vinos?|bodegas? = wine; montañas? = mountains; desierto = desert; naturaleza = nature; cultura = culture; auroras boreales = northern lights; silla de ruedas = wheelchair; tranquil[oa](?:mente)?|sin prisas?|con calma|relajad[oa]|despacio|a ritmo lento = relaxed pace; más tranquilo|más relajado = more relaxed',
    ),
    // Edits
    ...vocabulary(
      word,
      'añad[ae]|añadir|agrega[r]?|incluye|incluir|pon = add; quita[r]?|elimina[r]?|borra[r]?|saca[r]? = remove; cambia[r]? = change; reemplaza[r]?|sustituye|sustituir = replace',
    ),
    [word('(?<=(?:replace|change) .{2,40}) por'), 'for'],
    ...vocabulary(
      word,
      'en (?:vez|lugar) de = instead of; mejor|en su lugar = instead; entre = between; después de|tras = after; antes de = before; al final = at the end; al principio = at the beginning; por favor = please; con paradas? en|parando en|pasando por|vía = via; (?:obligatorio|imprescindible)s? = ',
    ),
    // Small words
    [exact(`${NO_NAME}[Dd]e (?=\\p{Lu}[^,.;]{1,40}? (?:a|hasta) (?:el |la |los |las )?\\p{Lu})`), 'from '],
    [exact('[Dd]esde|[Ss]aliendo de|[Ss]alida (?:de|desde)'), 'from'],
    [exact('[Hh]asta'), 'to'],
    [exact('(?<=from \\p{Lu}[^,.;]{1,40}? )a'), 'to'],
    [exact('[Ll]uego|[Dd]espués'), 'then'],
    [
      exact('(?:[Qq]ueremos |[Qq]uiero |[Vv]amos a |[Vv]oy a )?(?:[Rr]ecorrer|[Vv]isitar|[Cc]onocer)'),
      'visit',
    ],
    [exact('(?:[Vv]oy|[Vv]amos|[Vv]iajamos|[Ii]r) a'), 'trip to'],
    [exact('[Qq]ué (?:ver|hacer) en'), 'visit'],
    [exact('[Vv]iaje (?:a|por)|[Ee]scapada a'), 'trip to'],
    [exact('[Ll]ago (?:de |di )?(?=\\p{Lu})'), 'Lake '],
    [exact(`${NO_NAME}[Aa](?= (?:la |el |los |las )?\\p{Lu})`), 'to'],
    [exact(`${NO_NAME}(?:[Ee]n|[Pp]or)(?= (?:la |el |los |las )?\\p{Lu})`), 'in'],
    [exact('[Ee]n(?= (?:\\d|a |two|three|four|five|six|seven|eight|nine|ten))'), 'in'],
    [exact('[Ee]n'), 'in'],
    [exact('[Pp]ara'), 'for'],
    [exact('[Cc]on'), 'with'],
    [exact('[Ss]in'), 'without'],
    [exact('[ye](?= )'), 'and'],
    [exact('o(?= )'), 'or'],
    [exact('[Qq]ueremos|[Qq]uiero|[Nn]os gustaría|[Mm]e gustaría'), 'we want'],
    [word('viaje|vacaciones|escapada|ruta|estancia'), 'trip'],
    [exact(`${NO_NAME}(?:[Ee]l|[Ll]a|[Ll]os|[Ll]as|[Dd]el)(?= \\p{Ll})`), ''],
  ],
};
