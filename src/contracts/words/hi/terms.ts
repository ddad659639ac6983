import type { Words } from '../index.js';

export const TERMS: Pick<Words, 'terms'> = {
  terms: {
    title: 'नियम और शर्तें',
    heading: 'भुगतान करने से पहले',
    rera: 'रेरा पंजीकरण',
    authority: 'प्राधिकरण की वेबसाइट पर जाँचें',
    newTab: 'नए टैब में खुलता है',
    readAll: 'पूरी शर्तें पढ़ें',
    version: (version, from) => `संस्करण ${version}, ${from} से लागू`,
    agree: 'मैंने शर्तें पढ़ ली हैं और मैं उनसे सहमत हूँ।',
    back: 'भुगतान पर वापस जाएँ',
    promoter: 'प्रमोटर',
    englishOnly: 'ये शर्तें अंग्रेज़ी में हैं।',
    receipt: 'स्वीकार की गई शर्तें',
    receiptValue: (version, language, at) => [`संस्करण ${version} (${language}), `, at],
  },
};
