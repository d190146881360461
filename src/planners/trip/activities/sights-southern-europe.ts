import { type Area, area } from './sight.ts';

/** France, Iberia, Italy, the Balkans and Turkey. */
export const SOUTHERN_EUROPE: readonly Area[] = [
  area('Paris', 'FR.11', [
    ['Eiffel Tower', 'VIEWPOINT', 48.86, 2.29],
    ['Louvre', 'MUSEUM', 48.86, 2.34],
    ["Musée d'Orsay", 'MUSEUM', 48.86, 2.33],
    ['Notre-Dame de Paris', 'RELIGIOUS', 48.85, 2.35],
    ['Sacré-Cœur', 'RELIGIOUS', 48.89, 2.34],
    ['Luxembourg Garden', 'PARK', 48.85, 2.34],
    ['Palace of Versailles', 'HISTORIC', 48.8, 2.12],
  ]),
  area('Lyon', 'FR.84', [
    ['Basilica of Notre-Dame de Fourvière', 'RELIGIOUS', 45.76, 4.82],
    ['Musée des Confluences', 'MUSEUM', 45.73, 4.82],
    ['Vieux Lyon', 'NEIGHBOURHOOD', 45.76, 4.83],
  ]),
  area('Nice', 'FR.93', [
    ['Promenade des Anglais', 'BEACH', 43.69, 7.26],
    ['Castle Hill', 'VIEWPOINT', 43.7, 7.28],
    ['Musée Matisse', 'MUSEUM', 43.72, 7.28],
  ]),
  area('Marseille', 'FR.93', [
    ['Mucem', 'MUSEUM', 43.3, 5.36],
    ['Notre-Dame de la Garde', 'RELIGIOUS', 43.28, 5.37],
  ]),
  area('Bordeaux', 'FR.75', [
    ['Cité du Vin', 'MUSEUM', 44.86, -0.55],
    ['Place de la Bourse', 'LANDMARK', 44.84, -0.57],
  ]),
  area('Strasbourg', 'FR.44', [
    ['Strasbourg Cathedral', 'RELIGIOUS', 48.58, 7.75],
    ['Petite France', 'NEIGHBOURHOOD', 48.58, 7.74],
  ]),
  area('Barcelona', 'ES.56', [
    ['Sagrada Família', 'RELIGIOUS', 41.4, 2.17],
    ['Park Güell', 'PARK', 41.41, 2.15],
    ['Picasso Museum', 'MUSEUM', 41.39, 2.18],
    ['La Boqueria', 'MARKET', 41.38, 2.17],
    ['Casa Batlló', 'LANDMARK', 41.39, 2.16],
  ]),
  area('Madrid', 'ES.29', [
    ['Prado Museum', 'MUSEUM', 40.41, -3.69],
    ['Royal Palace of Madrid', 'HISTORIC', 40.42, -3.71],
    ['Retiro Park', 'PARK', 40.42, -3.68],
    ['Reina Sofía Museum', 'MUSEUM', 40.41, -3.69],
  ]),
  area('Sevilla', 'ES.51', [
    ['Royal Alcázar of Seville', 'HISTORIC', 37.38, -5.99],
    ['Seville Cathedral', 'RELIGIOUS', 37.39, -5.99],
    ['Plaza de España', 'LANDMARK', 37.38, -5.99],
  ]),
  area('Granada', 'ES.51', [
    ['Alhambra', 'HISTORIC', 37.18, -3.59],
    ['Mirador de San Nicolás', 'VIEWPOINT', 37.18, -3.59],
  ]),
  area('Córdoba', 'ES.51', [['Mosque–Cathedral of Córdoba', 'RELIGIOUS', 37.88, -4.78]]),
  area('Valencia', 'ES.60', [
    ['City of Arts and Sciences', 'MUSEUM', 39.45, -0.35],
    ['Central Market', 'MARKET', 39.47, -0.38],
  ]),
  area('Bilbao', 'ES.59', [['Guggenheim Museum Bilbao', 'MUSEUM', 43.27, -2.93]]),
  area('Lisbon', 'PT.14', [
    ['Belém Tower', 'LANDMARK', 38.69, -9.22],
    ['Jerónimos Monastery', 'RELIGIOUS', 38.7, -9.21],
    ['São Jorge Castle', 'HISTORIC', 38.71, -9.13],
    ['Oceanário de Lisboa', 'MUSEUM', 38.76, -9.09],
    ['Calouste Gulbenkian Museum', 'MUSEUM', 38.74, -9.15],
  ]),
  area('Sintra', 'PT.14', [
    ['Pena Palace', 'HISTORIC', 38.79, -9.39],
    ['Quinta da Regaleira', 'HISTORIC', 38.8, -9.4],
  ]),
  area('Porto', 'PT.17', [
    ['Dom Luís I Bridge', 'LANDMARK', 41.14, -8.61],
    ['Livraria Lello', 'LANDMARK', 41.15, -8.61],
    ['Clérigos Tower', 'VIEWPOINT', 41.15, -8.61],
  ]),
  area('Rome', 'IT.07', [
    ['Colosseum', 'HISTORIC', 41.89, 12.49],
    ['Vatican Museums', 'MUSEUM', 41.91, 12.45],
    ["St. Peter's Basilica", 'RELIGIOUS', 41.9, 12.45],
    ['Pantheon', 'HISTORIC', 41.9, 12.48],
    ['Trevi Fountain', 'LANDMARK', 41.9, 12.48],
    ['Roman Forum', 'HISTORIC', 41.89, 12.49],
    ['Galleria Borghese', 'MUSEUM', 41.91, 12.49],
  ]),
  area('Florence', 'IT.16', [
    ['Uffizi Gallery', 'MUSEUM', 43.77, 11.26],
    ['Florence Cathedral', 'RELIGIOUS', 43.77, 11.26],
    ["Galleria dell'Accademia", 'MUSEUM', 43.78, 11.26],
    ['Ponte Vecchio', 'LANDMARK', 43.77, 11.25],
    ['Boboli Gardens', 'PARK', 43.76, 11.25],
  ]),
  area('Pisa', 'IT.16', [['Leaning Tower of Pisa', 'LANDMARK', 43.72, 10.4]]),
  area('Siena', 'IT.16', [['Piazza del Campo', 'LANDMARK', 43.32, 11.33]]),
  area('Venice', 'IT.20', [
    ["St Mark's Basilica", 'RELIGIOUS', 45.43, 12.34],
    ["Doge's Palace", 'HISTORIC', 45.43, 12.34],
    ['Rialto Bridge', 'LANDMARK', 45.44, 12.34],
    ["Gallerie dell'Accademia", 'MUSEUM', 45.43, 12.33],
  ]),
  area('Verona', 'IT.20', [['Verona Arena', 'HISTORIC', 45.44, 10.99]]),
  area('Milan', 'IT.09', [
    ['Milan Cathedral', 'RELIGIOUS', 45.46, 9.19],
    ["Leonardo's Last Supper", 'MUSEUM', 45.47, 9.17],
    ['Sforza Castle', 'HISTORIC', 45.47, 9.18],
    ['Pinacoteca di Brera', 'MUSEUM', 45.47, 9.19],
  ]),
  area('Turin', 'IT.12', [
    ['Egyptian Museum', 'MUSEUM', 45.07, 7.68],
    ['Mole Antonelliana', 'VIEWPOINT', 45.07, 7.69],
  ]),
  area('Napoli', 'IT.04', [
    ['National Archaeological Museum', 'MUSEUM', 40.85, 14.25],
    ['Cappella Sansevero', 'RELIGIOUS', 40.85, 14.25],
    ['Pompeii', 'HISTORIC', 40.75, 14.49],
  ]),
  area('Athens', 'GR.ESYE31', [
    ['Acropolis of Athens', 'HISTORIC', 37.97, 23.73],
    ['Acropolis Museum', 'MUSEUM', 37.97, 23.73],
    ['National Archaeological Museum', 'MUSEUM', 37.99, 23.73],
    ['Ancient Agora', 'HISTORIC', 37.98, 23.72],
  ]),
  area('Istanbul', 'TR.34', [
    ['Hagia Sophia', 'RELIGIOUS', 41.01, 28.98],
    ['Topkapı Palace', 'HISTORIC', 41.01, 28.98],
    ['Blue Mosque', 'RELIGIOUS', 41.01, 28.98],
    ['Grand Bazaar', 'MARKET', 41.01, 28.97],
    ['Basilica Cistern', 'HISTORIC', 41.01, 28.98],
    ['Galata Tower', 'VIEWPOINT', 41.03, 28.97],
  ]),
  area('Dubrovnik', 'HR.03', [['Walls of Dubrovnik', 'HISTORIC', 42.64, 18.11]]),
  area('Split', 'HR.15', [["Diocletian's Palace", 'HISTORIC', 43.51, 16.44]]),
  area('Ljubljana', 'SI.61', [['Ljubljana Castle', 'HISTORIC', 46.05, 14.51]]),
];
