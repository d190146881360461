import { type Area, area } from './sight.ts';

/** Great Britain and Ireland, the Low Countries, Germany, the Alps, the North and the East. */
export const NORTHERN_EUROPE: readonly Area[] = [
  area('London', 'GB.ENG', [
    ['British Museum', 'MUSEUM', 51.52, -0.13],
    ['Tower of London', 'HISTORIC', 51.51, -0.08],
    ['National Gallery', 'MUSEUM', 51.51, -0.13],
    ['Tate Modern', 'MUSEUM', 51.51, -0.1],
    ['Westminster Abbey', 'RELIGIOUS', 51.5, -0.13],
    ['Borough Market', 'MARKET', 51.51, -0.09],
    ['Hyde Park', 'PARK', 51.51, -0.16],
  ]),
  area('Bath', 'GB.ENG', [['The Roman Baths', 'HISTORIC', 51.38, -2.36]]),
  area('Oxford', 'GB.ENG', [
    ['Bodleian Library', 'HISTORIC', 51.75, -1.25],
    ['Ashmolean Museum', 'MUSEUM', 51.76, -1.26],
  ]),
  area('Salisbury', 'GB.ENG', [
    ['Stonehenge', 'HISTORIC', 51.18, -1.83],
    ['Salisbury Cathedral', 'RELIGIOUS', 51.06, -1.8],
  ]),
  area('York', 'GB.ENG', [
    ['York Minster', 'RELIGIOUS', 53.96, -1.08],
    ['National Railway Museum', 'MUSEUM', 53.96, -1.1],
  ]),
  area('Liverpool', 'GB.ENG', [
    ['Royal Albert Dock', 'NEIGHBOURHOOD', 53.4, -2.99],
    ['The Beatles Story', 'MUSEUM', 53.4, -2.99],
  ]),
  area('Edinburgh', 'GB.SCT', [
    ['Edinburgh Castle', 'HISTORIC', 55.95, -3.2],
    ["Arthur's Seat", 'VIEWPOINT', 55.94, -3.16],
    ['National Museum of Scotland', 'MUSEUM', 55.95, -3.19],
    ['Palace of Holyroodhouse', 'HISTORIC', 55.95, -3.17],
  ]),
  area('Glasgow', 'GB.SCT', [['Kelvingrove Art Gallery and Museum', 'MUSEUM', 55.87, -4.29]]),
  area('Dublin', 'IE.L', [
    ['Trinity College Library and the Book of Kells', 'HISTORIC', 53.34, -6.26],
    ['Guinness Storehouse', 'MUSEUM', 53.34, -6.29],
    ['Kilmainham Gaol', 'HISTORIC', 53.34, -6.31],
  ]),
  area('Amsterdam', 'NL.07', [
    ['Rijksmuseum', 'MUSEUM', 52.36, 4.89],
    ['Van Gogh Museum', 'MUSEUM', 52.36, 4.88],
    ['Anne Frank House', 'HISTORIC', 52.38, 4.88],
    ['Vondelpark', 'PARK', 52.36, 4.87],
  ]),
  area('The Hague', 'NL.11', [['Mauritshuis', 'MUSEUM', 52.08, 4.31]]),
  area('Brussels', 'BE.BRU', [
    ['Grand-Place', 'LANDMARK', 50.85, 4.35],
    ['Atomium', 'LANDMARK', 50.89, 4.34],
    ['Royal Museums of Fine Arts of Belgium', 'MUSEUM', 50.84, 4.36],
  ]),
  area('Brugge', 'BE.VLG', [
    ['Belfry of Bruges', 'VIEWPOINT', 51.21, 3.22],
    ['Groeningemuseum', 'MUSEUM', 51.21, 3.23],
  ]),
  area('Berlin', 'DE.16', [
    ['Brandenburg Gate', 'LANDMARK', 52.52, 13.38],
    ['Museum Island', 'MUSEUM', 52.52, 13.4],
    ['Reichstag building', 'LANDMARK', 52.52, 13.38],
    ['East Side Gallery', 'HISTORIC', 52.51, 13.44],
    ['Tiergarten', 'PARK', 52.51, 13.35],
  ]),
  area('Munich', 'DE.02', [
    ['Marienplatz', 'LANDMARK', 48.14, 11.58],
    ['Deutsches Museum', 'MUSEUM', 48.13, 11.58],
    ['English Garden', 'PARK', 48.16, 11.6],
    ['Alte Pinakothek', 'MUSEUM', 48.15, 11.57],
    ['Nymphenburg Palace', 'HISTORIC', 48.16, 11.5],
  ]),
  area('Füssen', 'DE.02', [['Neuschwanstein Castle', 'HISTORIC', 47.56, 10.75]]),
  area('Nürnberg', 'DE.02', [['Imperial Castle of Nuremberg', 'HISTORIC', 49.46, 11.08]]),
  area('Hamburg', 'DE.04', [
    ['Elbphilharmonie', 'LANDMARK', 53.54, 9.98],
    ['Miniatur Wunderland', 'ENTERTAINMENT', 53.54, 9.99],
    ['Speicherstadt', 'NEIGHBOURHOOD', 53.54, 9.99],
  ]),
  area('Köln', 'DE.07', [
    ['Cologne Cathedral', 'RELIGIOUS', 50.94, 6.96],
    ['Museum Ludwig', 'MUSEUM', 50.94, 6.96],
    ['Chocolate Museum', 'MUSEUM', 50.93, 6.96],
  ]),
  area('Frankfurt am Main', 'DE.05', [
    ['Römerberg', 'LANDMARK', 50.11, 8.68],
    ['Städel Museum', 'MUSEUM', 50.1, 8.67],
  ]),
  area('Dresden', 'DE.13', [
    ['Frauenkirche', 'RELIGIOUS', 51.05, 13.74],
    ['Zwinger', 'MUSEUM', 51.05, 13.73],
  ]),
  area('Heidelberg', 'DE.01', [['Heidelberg Castle', 'HISTORIC', 49.41, 8.72]]),
  area('Vienna', 'AT.09', [
    ['Schönbrunn Palace', 'HISTORIC', 48.18, 16.31],
    ['Kunsthistorisches Museum', 'MUSEUM', 48.2, 16.36],
    ["St. Stephen's Cathedral", 'RELIGIOUS', 48.21, 16.37],
    ['Belvedere', 'MUSEUM', 48.19, 16.38],
    ['Prater', 'ENTERTAINMENT', 48.22, 16.4],
    ['Naschmarkt', 'MARKET', 48.2, 16.36],
  ]),
  area('Salzburg', 'AT.05', [
    ['Hohensalzburg Fortress', 'HISTORIC', 47.79, 13.05],
    ["Mozart's Birthplace", 'MUSEUM', 47.8, 13.04],
    ['Mirabell Palace and Gardens', 'PARK', 47.81, 13.04],
  ]),
  area('Zürich', 'CH.ZH', [
    ['Kunsthaus Zürich', 'MUSEUM', 47.37, 8.55],
    ['Grossmünster', 'RELIGIOUS', 47.37, 8.54],
  ]),
  area('Luzern', 'CH.LU', [
    ['Chapel Bridge', 'LANDMARK', 47.05, 8.31],
    ['Lion Monument', 'LANDMARK', 47.06, 8.31],
  ]),
  area('Genève', 'CH.GE', [
    ["Jet d'Eau", 'LANDMARK', 46.21, 6.16],
    ['Palais des Nations', 'LANDMARK', 46.23, 6.14],
  ]),
  area('Interlaken', 'CH.BE', [['Jungfraujoch', 'VIEWPOINT', 46.55, 7.98]]),
  area('Prague', 'CZ.52', [
    ['Charles Bridge', 'LANDMARK', 50.09, 14.41],
    ['Prague Castle', 'HISTORIC', 50.09, 14.4],
    ['Old Town Square', 'NEIGHBOURHOOD', 50.09, 14.42],
    ['Jewish Museum in Prague', 'MUSEUM', 50.09, 14.42],
  ]),
  area('Budapest', 'HU.05', [
    ['Hungarian Parliament Building', 'LANDMARK', 47.51, 19.05],
    ["Fisherman's Bastion", 'VIEWPOINT', 47.5, 19.03],
    ['Széchenyi Thermal Bath', 'ENTERTAINMENT', 47.52, 19.08],
    ['Buda Castle', 'HISTORIC', 47.5, 19.04],
  ]),
  area('Kraków', 'PL.77', [
    ['Wawel Royal Castle', 'HISTORIC', 50.05, 19.94],
    ['Main Market Square', 'LANDMARK', 50.06, 19.94],
    ["Oskar Schindler's Enamel Factory", 'MUSEUM', 50.05, 19.96],
  ]),
  area('Warsaw', 'PL.78', [
    ['Royal Castle', 'HISTORIC', 52.25, 21.01],
    ['POLIN Museum of the History of Polish Jews', 'MUSEUM', 52.25, 20.99],
    ['Warsaw Rising Museum', 'MUSEUM', 52.23, 20.98],
  ]),
  area('Copenhagen', 'DK.17', [
    ['Tivoli Gardens', 'ENTERTAINMENT', 55.67, 12.57],
    ['Nyhavn', 'NEIGHBOURHOOD', 55.68, 12.59],
    ['Rosenborg Castle', 'HISTORIC', 55.69, 12.58],
    ['The Little Mermaid', 'LANDMARK', 55.69, 12.6],
  ]),
  area('Stockholm', 'SE.26', [
    ['Vasa Museum', 'MUSEUM', 59.33, 18.09],
    ['Skansen', 'MUSEUM', 59.33, 18.1],
    ['Gamla Stan', 'NEIGHBOURHOOD', 59.33, 18.07],
    ['Fotografiska', 'MUSEUM', 59.32, 18.08],
  ]),
  area('Oslo', 'NO.12', [
    ['Oslo Opera House', 'LANDMARK', 59.91, 10.75],
    ['Vigeland Sculpture Park', 'PARK', 59.93, 10.7],
    ['Fram Museum', 'MUSEUM', 59.9, 10.7],
    ['MUNCH', 'MUSEUM', 59.91, 10.76],
  ]),
  area('Bergen', 'NO.46', [
    ['Bryggen', 'HISTORIC', 60.4, 5.32],
    ['Fløibanen funicular', 'VIEWPOINT', 60.4, 5.33],
  ]),
  area('Helsinki', 'FI.01', [
    ['Suomenlinna', 'HISTORIC', 60.15, 24.99],
    ['Temppeliaukio Church', 'RELIGIOUS', 60.17, 24.93],
    ['Helsinki Cathedral', 'RELIGIOUS', 60.17, 24.95],
  ]),
  area('Reykjavík', 'IS.39', [
    ['Hallgrímskirkja', 'RELIGIOUS', 64.14, -21.93],
    ['Harpa', 'LANDMARK', 64.15, -21.93],
    ['Þingvellir National Park', 'NATURE', 64.26, -21.13],
  ]),
  area('Tallinn', 'EE.01', [
    ['Alexander Nevsky Cathedral', 'RELIGIOUS', 59.44, 24.74],
    ['Kadriorg Palace', 'HISTORIC', 59.44, 24.79],
  ]),
];
