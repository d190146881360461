import { type Area, area } from './sight.ts';

/** Asia, Africa and Oceania. */
export const ASIA_AFRICA_OCEANIA: readonly Area[] = [
  area('Tokyo', 'JP.40', [
    ['Sensō-ji', 'RELIGIOUS', 35.71, 139.8],
    ['Meiji Jingū', 'RELIGIOUS', 35.68, 139.7],
    ['Tokyo National Museum', 'MUSEUM', 35.72, 139.78],
    ['Tokyo Skytree', 'VIEWPOINT', 35.71, 139.81],
    ['Shibuya Crossing', 'LANDMARK', 35.66, 139.7],
    ['Tsukiji Outer Market', 'MARKET', 35.67, 139.77],
    ['Shinjuku Gyoen', 'PARK', 35.69, 139.71],
  ]),
  area('Kyoto', 'JP.22', [
    ['Fushimi Inari Taisha', 'RELIGIOUS', 34.97, 135.77],
    ['Kinkaku-ji', 'RELIGIOUS', 35.04, 135.73],
    ['Kiyomizu-dera', 'RELIGIOUS', 34.99, 135.79],
    ['Arashiyama Bamboo Grove', 'NATURE', 35.02, 135.67],
    ['Nijō Castle', 'HISTORIC', 35.01, 135.75],
    ['Nishiki Market', 'MARKET', 35.01, 135.76],
  ]),
  area('Osaka', 'JP.32', [
    ['Osaka Castle', 'HISTORIC', 34.69, 135.53],
    ['Dōtonbori', 'NEIGHBOURHOOD', 34.67, 135.5],
    ['Osaka Aquarium Kaiyukan', 'MUSEUM', 34.65, 135.43],
  ]),
  area('Nara', 'JP.28', [
    ['Tōdai-ji', 'RELIGIOUS', 34.69, 135.84],
    ['Kasuga Taisha', 'RELIGIOUS', 34.68, 135.85],
  ]),
  area('Hiroshima', 'JP.11', [
    ['Hiroshima Peace Memorial Museum', 'MUSEUM', 34.39, 132.45],
    ['Itsukushima Shrine', 'RELIGIOUS', 34.3, 132.32],
  ]),
  area('Seoul', 'KR.11', [
    ['Gyeongbokgung Palace', 'HISTORIC', 37.58, 126.98],
    ['N Seoul Tower', 'VIEWPOINT', 37.55, 126.99],
    ['Bukchon Hanok Village', 'NEIGHBOURHOOD', 37.58, 126.98],
    ['National Museum of Korea', 'MUSEUM', 37.52, 126.98],
  ]),
  area('Beijing', 'CN.22', [
    ['Forbidden City', 'HISTORIC', 39.92, 116.4],
    ['Temple of Heaven', 'RELIGIOUS', 39.88, 116.41],
    ['Summer Palace', 'HISTORIC', 40.0, 116.27],
    ['Great Wall at Mutianyu', 'HISTORIC', 40.43, 116.57],
  ]),
  area('Shanghai', 'CN.23', [
    ['The Bund', 'NEIGHBOURHOOD', 31.24, 121.49],
    ['Yu Garden', 'PARK', 31.23, 121.49],
    ['Shanghai Museum', 'MUSEUM', 31.23, 121.47],
  ]),
  area("Xi'an", 'CN.26', [
    ['Terracotta Army', 'HISTORIC', 34.38, 109.28],
    ["Xi'an City Wall", 'HISTORIC', 34.26, 108.94],
  ]),
  area('Hong Kong', 'HK.HCW', [
    ['Victoria Peak', 'VIEWPOINT', 22.27, 114.15],
    ['Star Ferry', 'LANDMARK', 22.29, 114.17],
    ['Tian Tan Buddha', 'RELIGIOUS', 22.25, 113.91],
  ]),
  area('Taipei', 'TW.04', [
    ['Taipei 101', 'VIEWPOINT', 25.03, 121.56],
    ['National Palace Museum', 'MUSEUM', 25.1, 121.55],
    ['Chiang Kai-shek Memorial Hall', 'LANDMARK', 25.03, 121.52],
  ]),
  area('Bangkok', 'TH.40', [
    ['Grand Palace', 'HISTORIC', 13.75, 100.49],
    ['Wat Pho', 'RELIGIOUS', 13.75, 100.49],
    ['Wat Arun', 'RELIGIOUS', 13.74, 100.49],
    ['Chatuchak Weekend Market', 'MARKET', 13.8, 100.55],
    ['Jim Thompson House', 'MUSEUM', 13.75, 100.53],
  ]),
  area('Chiang Mai', 'TH.02', [
    ['Wat Phra That Doi Suthep', 'RELIGIOUS', 18.8, 98.92],
    ['Wat Chedi Luang', 'RELIGIOUS', 18.79, 98.99],
  ]),
  area('Singapore', 'SG.01', [
    ['Gardens by the Bay', 'PARK', 1.28, 103.86],
    ['Marina Bay Sands SkyPark', 'VIEWPOINT', 1.28, 103.86],
    ['Singapore Botanic Gardens', 'PARK', 1.31, 103.82],
    ['National Gallery Singapore', 'MUSEUM', 1.29, 103.85],
  ]),
  area('Kuala Lumpur', 'MY.14', [
    ['Petronas Towers', 'LANDMARK', 3.16, 101.71],
    ['Batu Caves', 'RELIGIOUS', 3.24, 101.68],
  ]),
  area('Hanoi', 'VN.44', [
    ['Hoàn Kiếm Lake', 'PARK', 21.03, 105.85],
    ['Temple of Literature', 'HISTORIC', 21.03, 105.84],
  ]),
  area('Ho Chi Minh City', 'VN.20', [
    ['War Remnants Museum', 'MUSEUM', 10.78, 106.69],
    ['Bến Thành Market', 'MARKET', 10.77, 106.7],
  ]),
  area('Siem Reap', 'KH.24', [
    ['Angkor Wat', 'RELIGIOUS', 13.41, 103.87],
    ['Bayon', 'RELIGIOUS', 13.44, 103.86],
    ['Ta Prohm', 'RELIGIOUS', 13.43, 103.89],
  ]),
  area('Yogyakarta', 'ID.10', [
    ['Borobudur', 'RELIGIOUS', -7.61, 110.2],
    ['Prambanan', 'RELIGIOUS', -7.75, 110.49],
  ]),
  area('Ubud', 'ID.02', [
    ['Sacred Monkey Forest Sanctuary', 'NATURE', -8.52, 115.26],
    ['Tegallalang Rice Terraces', 'NATURE', -8.43, 115.28],
  ]),
  area('Delhi', 'IN.07', [
    ['Red Fort', 'HISTORIC', 28.66, 77.24],
    ["Humayun's Tomb", 'HISTORIC', 28.59, 77.25],
    ['Qutb Minar', 'HISTORIC', 28.52, 77.19],
    ['India Gate', 'LANDMARK', 28.61, 77.23],
  ]),
  area('Agra', 'IN.36', [
    ['Taj Mahal', 'HISTORIC', 27.18, 78.04],
    ['Agra Fort', 'HISTORIC', 27.18, 78.02],
  ]),
  area('Jaipur', 'IN.24', [
    ['Hawa Mahal', 'LANDMARK', 26.92, 75.83],
    ['Amber Fort', 'HISTORIC', 26.99, 75.85],
    ['City Palace', 'HISTORIC', 26.93, 75.82],
  ]),
  area('Mumbai', 'IN.16', [
    ['Gateway of India', 'LANDMARK', 18.92, 72.83],
    ['Chhatrapati Shivaji Maharaj Terminus', 'LANDMARK', 18.94, 72.84],
    ['Elephanta Caves', 'HISTORIC', 18.96, 72.93],
  ]),
  area('Kathmandu', 'NP.3', [
    ['Boudhanath', 'RELIGIOUS', 27.72, 85.36],
    ['Swayambhunath', 'RELIGIOUS', 27.71, 85.29],
  ]),
  area('Dubai', 'AE.03', [
    ['Burj Khalifa', 'VIEWPOINT', 25.2, 55.27],
    ['Al Fahidi Historical Neighbourhood', 'NEIGHBOURHOOD', 25.26, 55.3],
  ]),
  area('Abu Dhabi', 'AE.01', [
    ['Sheikh Zayed Grand Mosque', 'RELIGIOUS', 24.41, 54.47],
    ['Louvre Abu Dhabi', 'MUSEUM', 24.53, 54.4],
  ]),
  area('Jerusalem', 'IL.06', [
    ['Western Wall', 'RELIGIOUS', 31.78, 35.23],
    ['Church of the Holy Sepulchre', 'RELIGIOUS', 31.78, 35.23],
    ['Yad Vashem', 'MUSEUM', 31.77, 35.18],
  ]),
  area('Petra', 'JO.19', [['The Treasury of Petra', 'HISTORIC', 30.32, 35.45]]),
  area('Cairo', 'EG.11', [
    ['Pyramids of Giza', 'HISTORIC', 29.98, 31.13],
    ['Egyptian Museum', 'MUSEUM', 30.05, 31.23],
    ['Khan el-Khalili', 'MARKET', 30.05, 31.26],
  ]),
  area('Luxor', 'EG.28', [
    ['Karnak', 'RELIGIOUS', 25.72, 32.66],
    ['Valley of the Kings', 'HISTORIC', 25.74, 32.6],
    ['Luxor Temple', 'RELIGIOUS', 25.7, 32.64],
  ]),
  area('Marrakesh', 'MA.07', [
    ['Jemaa el-Fnaa', 'MARKET', 31.63, -7.99],
    ['Majorelle Garden', 'PARK', 31.64, -8.0],
    ['Bahia Palace', 'HISTORIC', 31.62, -7.98],
  ]),
  area('Cape Town', 'ZA.11', [
    ['Table Mountain', 'VIEWPOINT', -33.96, 18.41],
    ['Robben Island', 'HISTORIC', -33.81, 18.37],
    ['Kirstenbosch National Botanical Garden', 'PARK', -33.99, 18.43],
    ['V&A Waterfront', 'NEIGHBOURHOOD', -33.9, 18.42],
    ['Boulders Beach', 'BEACH', -34.2, 18.45],
  ]),
  area('Johannesburg', 'ZA.06', [
    ['Apartheid Museum', 'MUSEUM', -26.24, 28.01],
    ['Constitution Hill', 'HISTORIC', -26.19, 28.04],
  ]),
  area('Nairobi', 'KE.05', [
    ['Nairobi National Park', 'NATURE', -1.37, 36.86],
    ['Giraffe Centre', 'NATURE', -1.38, 36.74],
  ]),
  area('Victoria Falls', 'ZW.06', [['Victoria Falls', 'NATURE', -17.92, 25.86]]),
  area('Sydney', 'AU.02', [
    ['Sydney Opera House', 'LANDMARK', -33.86, 151.22],
    ['Sydney Harbour Bridge', 'LANDMARK', -33.85, 151.21],
    ['Bondi Beach', 'BEACH', -33.89, 151.27],
    ['Royal Botanic Garden', 'PARK', -33.86, 151.22],
    ['Taronga Zoo', 'ENTERTAINMENT', -33.84, 151.24],
  ]),
  area('Melbourne', 'AU.07', [
    ['Federation Square', 'LANDMARK', -37.82, 144.97],
    ['National Gallery of Victoria', 'MUSEUM', -37.82, 144.97],
    ['Queen Victoria Market', 'MARKET', -37.81, 144.96],
    ['Royal Botanic Gardens Victoria', 'PARK', -37.83, 144.98],
  ]),
  area('Brisbane', 'AU.04', [
    ['South Bank Parklands', 'PARK', -27.48, 153.02],
    ['Lone Pine Koala Sanctuary', 'NATURE', -27.53, 152.97],
  ]),
  area('Uluru', 'AU.03', [['Uluru', 'NATURE', -25.34, 131.03]]),
  area('Auckland', 'NZ.E7', [
    ['Sky Tower', 'VIEWPOINT', -36.85, 174.76],
    ['Auckland War Memorial Museum', 'MUSEUM', -36.86, 174.78],
  ]),
  area('Wellington', 'NZ.G2', [['Museum of New Zealand Te Papa Tongarewa', 'MUSEUM', -41.29, 174.78]]),
];
