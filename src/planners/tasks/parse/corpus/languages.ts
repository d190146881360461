import { ask, type CorpusCase, file, link, work } from './corpus-case.ts';

/** Other languages and scripts. */
export const LANGUAGES: readonly CorpusCase[] = [
  {
    name: 'Chinese',
    input: '阅读接口文档https://example.com/spec.pdf。写单元测试！需要支持中文吗？',
    steps: [
      work('阅读接口文档https://example.com/spec.pdf', link('https://example.com/spec.pdf')),
      work('写单元测试！'),
      ask('需要支持中文吗？'),
    ],
  },
  {
    name: 'a Chinese list',
    input: '1、安装依赖\n2、运行测试\n（3）部署',
    steps: [work('安装依赖'), work('运行测试'), work('部署')],
  },
  {
    name: 'Japanese with quotes',
    input: '見出しを「こんにちは。ようこそ。」に変える。テストを書く。',
    steps: [work('見出しを「こんにちは。ようこそ。」に変える'), work('テストを書く')],
  },
  {
    name: 'German',
    input:
      'Prüfe die Eingaben, z. B. Umlaute wie ä, ö, ü usw. Liefere am 3. Oktober. Ist das „fertig. Wirklich“ der Text?',
    steps: [
      work('Prüfe die Eingaben, z. B. Umlaute wie ä, ö, ü usw.'),
      work('Liefere am 3. Oktober'),
      ask('Ist das „fertig. Wirklich“ der Text?'),
    ],
  },
  {
    name: 'French',
    input:
      'Affiche « Bienvenue. Bonne journée. » sur l’accueil. Faut-il traduire le reste ? Vérifie config.yaml.',
    steps: [
      work('Affiche « Bienvenue. Bonne journée. » sur l’accueil'),
      ask('Faut-il traduire le reste ?'),
      work('Vérifie config.yaml', file('config.yaml')),
    ],
  },
  {
    name: 'Spanish',
    input: 'Añade el formulario. ¿Usamos cookies? ¡Publícalo!',
    steps: [work('Añade el formulario'), ask('¿Usamos cookies?'), work('¡Publícalo!')],
  },
  {
    name: 'Arabic',
    input: 'اقرأ الملف. هل هذا صحيح؟ اكتب الاختبارات.',
    steps: [work('اقرأ الملف'), ask('هل هذا صحيح؟'), work('اكتب الاختبارات')],
  },
  {
    name: 'Hindi',
    input: 'फ़ाइल पढ़ो। परीक्षण लिखो।',
    steps: [work('फ़ाइल पढ़ो'), work('परीक्षण लिखो')],
  },
  {
    name: 'Russian',
    input: 'Обнови зависимости. Проверь https://example.com/отчёт.pdf. Всё готово?',
    steps: [
      work('Обнови зависимости'),
      work('Проверь https://example.com/отчёт.pdf', link('https://example.com/отчёт.pdf')),
      ask('Всё готово?'),
    ],
  },
  {
    name: 'emoji',
    input: '🚀 Ship the beta. 🐛 Fix the crash!\n✨ Polish the icons',
    steps: [work('🚀 Ship the beta'), work('🐛 Fix the crash!'), work('✨ Polish the icons')],
  },
  { name: 'nothing but an emoji', input: '🚀', steps: [work('🚀')] },
];
