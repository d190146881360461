/** Where trips go and nobody lives: parks, lakes, coasts and monuments. Own work, by hand; coordinates to about 0.05°. */

export interface Landmark {
  readonly name: string;
  readonly admin1: string;
  readonly country: string;
  readonly lat: number;
  readonly lng: number;
  readonly aliases: readonly string[];
}

function at(
  name: string,
  [admin1, country]: readonly [admin1: string, country: string],
  [lat, lng]: readonly [lat: number, lng: number],
  ...aliases: readonly string[]
): Landmark {
  return { name, admin1, country, lat, lng, aliases };
}

export const LANDMARKS: readonly Landmark[] = [
  at('Grand Canyon National Park', ['AZ', 'US'], [36.06, -112.14], 'Grand Canyon South Rim'),
  at('Yosemite National Park', ['CA', 'US'], [37.75, -119.59], 'Yosemite', 'Yosemite Valley'),
  at('Yellowstone National Park', ['WY', 'US'], [44.6, -110.5], 'Yellowstone'),
  at('Zion National Park', ['UT', 'US'], [37.25, -112.96], 'Zion'),
  at('Bryce Canyon National Park', ['UT', 'US'], [37.62, -112.17], 'Bryce Canyon', 'Bryce'),
  at('Arches National Park', ['UT', 'US'], [38.72, -109.59], 'Arches'),
  at('Canyonlands National Park', ['UT', 'US'], [38.38, -109.87], 'Canyonlands'),
  at('Capitol Reef National Park', ['UT', 'US'], [38.29, -111.26], 'Capitol Reef'),
  at('Monument Valley', ['UT', 'US'], [36.98, -110.1]),
  at('Horseshoe Bend', ['AZ', 'US'], [36.88, -111.51]),
  at('Antelope Canyon', ['AZ', 'US'], [36.86, -111.37]),
  at('Petrified Forest National Park', ['AZ', 'US'], [35.06, -109.78], 'Petrified Forest'),
  at('Saguaro National Park', ['AZ', 'US'], [32.25, -110.5], 'Saguaro'),
  at('Meteor Crater', ['AZ', 'US'], [35.03, -111.02]),
  at('Hoover Dam', ['NV', 'US'], [36.02, -114.74]),
  at('Death Valley National Park', ['CA', 'US'], [36.46, -116.87], 'Death Valley'),
  at('Joshua Tree National Park', ['CA', 'US'], [33.88, -115.9]),
  at('Sequoia National Park', ['CA', 'US'], [36.49, -118.57], 'Sequoia'),
  at('Kings Canyon National Park', ['CA', 'US'], [36.89, -118.55], 'Kings Canyon'),
  at('Redwood National Park', ['CA', 'US'], [41.3, -124.0], 'Redwoods'),
  at('Lassen Volcanic National Park', ['CA', 'US'], [40.49, -121.42]),
  at('Lake Tahoe', ['CA', 'US'], [39.1, -120.03], 'Tahoe'),
  at('Big Sur', ['CA', 'US'], [36.27, -121.81]),
  at('Crater Lake National Park', ['OR', 'US'], [42.94, -122.11], 'Crater Lake'),
  at('Mount Rainier National Park', ['WA', 'US'], [46.85, -121.76], 'Mount Rainier'),
  at('Olympic National Park', ['WA', 'US'], [47.8, -123.6]),
  at('North Cascades National Park', ['WA', 'US'], [48.77, -121.3], 'North Cascades'),
  at('Glacier National Park', ['MT', 'US'], [48.76, -113.79]),
  at('Grand Teton National Park', ['WY', 'US'], [43.79, -110.68], 'Grand Teton', 'Grand Tetons'),
  at('Devils Tower', ['WY', 'US'], [44.59, -104.72]),
  at('Mount Rushmore', ['SD', 'US'], [43.88, -103.46]),
  at('Badlands National Park', ['SD', 'US'], [43.86, -102.34], 'Badlands'),
  at('Theodore Roosevelt National Park', ['ND', 'US'], [46.98, -103.54]),
  at('Rocky Mountain National Park', ['CO', 'US'], [40.34, -105.68]),
  at('Mesa Verde National Park', ['CO', 'US'], [37.23, -108.46], 'Mesa Verde'),
  at('Great Sand Dunes National Park', ['CO', 'US'], [37.79, -105.59], 'Great Sand Dunes'),
  at('Black Canyon of the Gunnison National Park', ['CO', 'US'], [38.58, -107.74], 'Black Canyon'),
  at('White Sands National Park', ['NM', 'US'], [32.78, -106.17]),
  at('Carlsbad Caverns National Park', ['NM', 'US'], [32.15, -104.56], 'Carlsbad Caverns'),
  at('Big Bend National Park', ['TX', 'US'], [29.25, -103.25], 'Big Bend'),
  at('Guadalupe Mountains National Park', ['TX', 'US'], [31.92, -104.87], 'Guadalupe Mountains'),
  at('Palo Duro Canyon', ['TX', 'US'], [34.94, -101.66]),
  at(
    'Great Smoky Mountains National Park',
    ['TN', 'US'],
    [35.61, -83.49],
    'Great Smoky Mountains',
    'Smoky Mountains',
  ),
  at('Shenandoah National Park', ['VA', 'US'], [38.47, -78.45]),
  at('Mammoth Cave National Park', ['KY', 'US'], [37.19, -86.1], 'Mammoth Cave'),
  at('Everglades National Park', ['FL', 'US'], [25.39, -80.6], 'Everglades', 'the Everglades'),
  at('Acadia National Park', ['ME', 'US'], [44.34, -68.27], 'Acadia'),
  at('Denali National Park', ['AK', 'US'], [63.33, -150.5], 'Denali'),
  at('Hawaii Volcanoes National Park', ['HI', 'US'], [19.42, -155.29]),
  at('Haleakala National Park', ['HI', 'US'], [20.71, -156.17], 'Haleakala'),
  at('Banff National Park', ['01', 'CA'], [51.5, -115.93]),
  at('Jasper National Park', ['01', 'CA'], [52.87, -117.95]),
  at('Lake District', ['ENG', 'GB'], [54.46, -3.09], 'the Lake District'),
  at('Stonehenge', ['ENG', 'GB'], [51.18, -1.83]),
  at('Loch Ness', ['SCT', 'GB'], [57.3, -4.46]),
  at('Isle of Skye', ['SCT', 'GB'], [57.27, -6.22], 'Skye'),
  at('Giant’s Causeway', ['NIR', 'GB'], [55.24, -6.51]),
  at('Mont Blanc', ['84', 'FR'], [45.83, 6.86]),
  at('Plitvice Lakes National Park', ['', 'HR'], [44.87, 15.61], 'Plitvice', 'Plitvice Lakes'),
  at('Uluru', ['03', 'AU'], [-25.34, 131.03], 'Ayers Rock'),
  at('Great Ocean Road', ['07', 'AU'], [-38.68, 143.39]),
  at('Milford Sound', ['F7', 'NZ'], [-44.67, 167.93]),
  at('Kruger National Park', ['07', 'ZA'], [-24.0, 31.49], 'Kruger'),
  at('Serengeti National Park', ['', 'TZ'], [-2.33, 34.83], 'Serengeti'),
  at('Machu Picchu', ['08', 'PE'], [-13.16, -72.55]),
  at('Iguazu Falls', ['14', 'AR'], [-25.69, -54.44], 'Iguaçu Falls', 'Cataratas del Iguazú'),
  at('Torres del Paine National Park', ['10', 'CL'], [-51.0, -73.09], 'Torres del Paine'),
  at('Mount Fuji', ['46', 'JP'], [35.36, 138.73], 'Fuji', 'Fujisan', '富士山'),
  at('Mount Everest', ['', 'NP'], [27.99, 86.93], 'Everest'),
  at('Santorini', ['', 'GR'], [36.4, 25.46]),
  at('Angkor Wat', ['', 'KH'], [13.41, 103.87], 'Angkor'),
];
