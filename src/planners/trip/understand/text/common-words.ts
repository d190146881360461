/** Common words, at the start of sentences or in texts without capitals, that are also names of towns. */
const COMMON = new Set(
  `about again airport all alone along also am anniversary antique any april are area art as asia ask august autumn average away
baby back bad bar bars base based bath battle be beach beaches beautiful bed before best bicycle big bike bit black blue board boat book booked boring both
bridge bring budget bus business buy by cabin camp camping can car carnival castle center central centre change cheap check children chill christmas church
city class classic clean close coast coffee cold college come conference cool corner country couple course cross cruise culture cut dark date day days deal dear
december delay direct do dog don doing done drive driver driving early east easter easy eat either email end enjoy enough even evening every everything
fall family far fast favorite february female ferry few field find fine first fish five fix flat flight fly food foot forest forget four free fresh friday
friend friends from full fun game garden gate general get give go going gold good grand gravel gray great green group hall happy hard have head health
hello help here hi high hill hike hiking historic history hit hold holiday home honeymoon hope hot hotel overland hotels hour house how ideal in independence inside is island
it jan january jaw july june just keep kids kind lady lake land large last late leave left let life light like line list little live local long look lost lot love low lower lunch
main make male man many march market mars max may me meet mid middle mini mobile monday monument more morning most mount mountain move much museum museums music my
narrow natural near need new next nice night nights no north not nothing now ocean october of off ok okay old on one only open orange order other our out outside over own
page paid pair park part party pass path peace people perfect person pick place places plan plane plus point pool port possible pretty private probably
quick quiet quite rail rain reading ready real relax rest ride right ring river road rock room rose route royal run safe sailing sale same sand saturday save say school sea second see
september shop short show side single six ski slow small snow so solo some south spa split spring square standard star start station stay step still stop stops
store stream street summer sun sunday sure surprise swim table take talk tall tea ten thank thanks the then there third three thursday time tip to today tomorrow too top tour tower town
trail train trains travel traveler trip true try tuesday two under union up upper us vacation valley very via view village visit wait walk walking want warm was water way we wednesday week weekend well
west what when where whisky white who wide wild will win wind wine winter with women wood world would wrong year yellow yes you young your zone
hola bonjour hallo salut servus bucket anna bbq mardi english german french italian spanish thai alpine baltic roman viking maya inca valentine christmas santa ramadan papa maria lisa paul ben wedding marathon loop tower cathedral temple royal san les since plus minus twin pram cat drone phone cash dollar yen harley bulli van cars metro gin tapas pasta curry rock tango surf sand oktoberfest mum dad mom grandpa tom peter john emma mia legs rain fog hut huts set studio sandy chair crib cot tent shower linda bob jan looking searching hoping planning wanting thinking needing asking tickets opera concert concerts wedding trains buses ferries boats hostel hostels camper campervan convertible bachelor culinary romantic grandma`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Whether a word is so common that it names a place only where something else says so. */
export function isCommonWord(word: string): boolean {
  return COMMON.has(word.toLowerCase());
}
