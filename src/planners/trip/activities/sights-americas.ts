import { type Area, area } from './sight.ts';

/** The Americas outside the United States. */
export const AMERICAS: readonly Area[] = [
  area('Toronto', 'CA.08', [
    ['CN Tower', 'VIEWPOINT', 43.64, -79.39],
    ['Royal Ontario Museum', 'MUSEUM', 43.67, -79.39],
    ['St. Lawrence Market', 'MARKET', 43.65, -79.37],
    ['Art Gallery of Ontario', 'MUSEUM', 43.65, -79.39],
  ]),
  area('Ottawa', 'CA.08', [
    ['Parliament Hill', 'LANDMARK', 45.42, -75.7],
    ['National Gallery of Canada', 'MUSEUM', 45.43, -75.7],
  ]),
  area('Montréal', 'CA.10', [
    ['Notre-Dame Basilica of Montréal', 'RELIGIOUS', 45.5, -73.56],
    ['Mount Royal Park', 'PARK', 45.5, -73.59],
    ['Jean-Talon Market', 'MARKET', 45.54, -73.61],
    ['Montréal Botanical Garden', 'PARK', 45.56, -73.56],
  ]),
  area('Québec', 'CA.10', [
    ['Château Frontenac', 'LANDMARK', 46.81, -71.2],
    ['Plains of Abraham', 'PARK', 46.8, -71.22],
    ['Montmorency Falls', 'NATURE', 46.89, -71.15],
  ]),
  area('Vancouver', 'CA.02', [
    ['Stanley Park', 'PARK', 49.3, -123.14],
    ['Granville Island Public Market', 'MARKET', 49.27, -123.13],
    ['Capilano Suspension Bridge', 'NATURE', 49.34, -123.11],
    ['Museum of Anthropology', 'MUSEUM', 49.27, -123.26],
  ]),
  area('Victoria', 'CA.02', [
    ['Royal BC Museum', 'MUSEUM', 48.42, -123.37],
    ['The Butchart Gardens', 'PARK', 48.56, -123.47],
  ]),
  area('Banff', 'CA.01', [
    ['Lake Louise', 'NATURE', 51.42, -116.22],
    ['Moraine Lake', 'NATURE', 51.32, -116.19],
    ['Banff Gondola', 'VIEWPOINT', 51.15, -115.56],
  ]),
  area('Calgary', 'CA.01', [['Calgary Tower', 'VIEWPOINT', 51.04, -114.06]]),
  area('Mexico City', 'MX.09', [
    ['Templo Mayor', 'HISTORIC', 19.43, -99.13],
    ['National Museum of Anthropology', 'MUSEUM', 19.43, -99.19],
    ['Chapultepec Castle', 'HISTORIC', 19.42, -99.18],
    ['Frida Kahlo Museum', 'MUSEUM', 19.36, -99.16],
    ['Palacio de Bellas Artes', 'LANDMARK', 19.44, -99.14],
    ['Pyramids of Teotihuacán', 'HISTORIC', 19.69, -98.84],
  ]),
  area('Oaxaca', 'MX.20', [
    ['Monte Albán', 'HISTORIC', 17.04, -96.77],
    ['Church of Santo Domingo de Guzmán', 'RELIGIOUS', 17.07, -96.72],
  ]),
  area('Valladolid', 'MX.31', [['Chichén Itzá', 'HISTORIC', 20.68, -88.57]]),
  area('Havana', 'CU.02', [
    ['El Capitolio', 'LANDMARK', 23.14, -82.36],
    ['Malecón', 'NEIGHBOURHOOD', 23.14, -82.38],
  ]),
  area('Bogotá', 'CO.34', [
    ['Gold Museum', 'MUSEUM', 4.6, -74.07],
    ['Monserrate', 'VIEWPOINT', 4.61, -74.06],
  ]),
  area('Cartagena', 'CO.35', [['Castillo San Felipe de Barajas', 'HISTORIC', 10.42, -75.54]]),
  area('Quito', 'EC.18', [
    ['Basílica del Voto Nacional', 'RELIGIOUS', -0.21, -78.51],
    ['Ciudad Mitad del Mundo', 'LANDMARK', 0, -78.46],
  ]),
  area('Lima', 'PE.LMA', [
    ['Plaza Mayor of Lima', 'HISTORIC', -12.05, -77.03],
    ['Huaca Pucllana', 'HISTORIC', -12.11, -77.03],
    ['Larco Museum', 'MUSEUM', -12.07, -77.07],
  ]),
  area('Cusco', 'PE.08', [
    ['Sacsayhuamán', 'HISTORIC', -13.51, -71.98],
    ['Qorikancha', 'HISTORIC', -13.52, -71.98],
    ['Machu Picchu', 'HISTORIC', -13.16, -72.55],
  ]),
  area('Rio de Janeiro', 'BR.21', [
    ['Christ the Redeemer', 'LANDMARK', -22.95, -43.21],
    ['Sugarloaf Mountain', 'VIEWPOINT', -22.95, -43.16],
    ['Copacabana Beach', 'BEACH', -22.97, -43.18],
    ['Rio de Janeiro Botanical Garden', 'PARK', -22.97, -43.22],
  ]),
  area('São Paulo', 'BR.27', [
    ['São Paulo Museum of Art', 'MUSEUM', -23.56, -46.66],
    ['Ibirapuera Park', 'PARK', -23.59, -46.66],
    ['Pinacoteca de São Paulo', 'MUSEUM', -23.53, -46.63],
  ]),
  area('Buenos Aires', 'AR.07', [
    ['Plaza de Mayo', 'HISTORIC', -34.61, -58.37],
    ['Teatro Colón', 'ENTERTAINMENT', -34.6, -58.38],
    ['La Recoleta Cemetery', 'HISTORIC', -34.59, -58.39],
    ['Caminito', 'NEIGHBOURHOOD', -34.64, -58.36],
    ['MALBA', 'MUSEUM', -34.58, -58.4],
  ]),
  area('Puerto Iguazú', 'AR.14', [['Iguazú Falls', 'NATURE', -25.69, -54.44]]),
  area('Santiago', 'CL.12', [
    ['Cerro San Cristóbal', 'VIEWPOINT', -33.43, -70.63],
    ['La Moneda Palace', 'HISTORIC', -33.44, -70.65],
    ['La Chascona', 'MUSEUM', -33.43, -70.63],
  ]),
];
