import type { Words } from '../index.js';
import { BANK_NAME } from '../parts.js';

type Common = Pick<
  Words,
  | 'tiers'
  | 'statuses'
  | 'tokenOf'
  | 'fromTo'
  | 'upgradeTo'
  | 'upgradeOf'
  | 'frame'
  | 'copy'
  | 'copyReference'
  | 'copyToken'
  | 'saveToken'
  | 'tokenPicture'
  | 'openPayment'
  | 'whatNext'
  | 'whatToDo'
  | 'refresh'
  | 'nothingCharged'
  | 'yourToken'
  | 'replacedBy'
  | 'viewReceipt'
  | 'facts'
  | 'problems'
  | 'afterPaying'
  | 'afterRefund'
  | 'callQuestions'
>;

const NOT_YET = 'बैंक का भुगतान पेज अभी उपलब्ध नहीं है। कृपया थोड़ी देर में फिर कोशिश करें।';

export const COMMON: Common = {
  tiers: { gold: 'गोल्ड', silver: 'सिल्वर', platinum: 'प्लैटिनम' },
  statuses: {
    pending: 'भुगतान बाकी है',
    initiated: 'भुगतान प्रक्रिया में है',
    completed: 'भुगतान पूरा हुआ',
    failed: 'भुगतान नहीं हो सका',
    cancelled: 'भुगतान रद्द हुआ',
    refunded: 'भुगतान का रिफ़ंड हुआ',
    unknown: 'स्थिति ज्ञात नहीं',
  },
  tokenOf: (tier) => `${tier} टोकन`,
  fromTo: (from, to) => `${from} से ${to}`,
  upgradeTo: (tier) => `${tier} में अपग्रेड`,
  upgradeOf: (what) => `टोकन अपग्रेड: ${what}`,
  frame: {
    language: 'भाषा',
    sandbox: 'परीक्षण मोड – असली पैसा नहीं लगता',
    questions: 'कोई सवाल?',
    preview: `लिंक खोलकर देखें कि भुगतान किस लिए और किसे करना है। भुगतान ${BANK_NAME} के ज़रिए होता है।`,
    secure: (company) => `${company} · सुरक्षित भुगतान पेज`,
  },
  copy: 'कॉपी',
  copyReference: 'रेफ़रेंस नंबर कॉपी करें',
  copyToken: 'टोकन नंबर कॉपी करें',
  saveToken: 'तस्वीर के रूप में सेव करें',
  tokenPicture: 'यह आपके टोकन नंबर की याद के लिए है, रसीद नहीं।',
  openPayment: 'भुगतान पेज खोलें',
  whatNext: 'आगे क्या होगा',
  whatToDo: 'अब क्या करें',
  refresh: 'पेज फिर से लोड करें',
  nothingCharged: 'आपके खाते से कोई पैसा नहीं कटा।',
  yourToken: 'आपका टोकन नंबर',
  replacedBy: (number) => `टोकन अपग्रेड हो चुका है: अब आपका नंबर ${number} है।`,
  viewReceipt: (number) => `रसीद ${number} देखें`,
  facts: {
    amount: 'राशि',
    token: 'टोकन',
    tokenNumber: 'टोकन नंबर',
    notIssued: 'भुगतान पूरा होने पर मिलेगा',
    upgradesToken: 'अपग्रेड होने वाला टोकन',
    paidTo: 'भुगतान किसे',
    status: 'स्थिति',
    payUntil: 'कब तक भुगतान करें',
    soldBy: 'विक्रेता',
    paidOn: 'भुगतान की तारीख',
    paidBy: 'भुगतान का तरीका',
    for: 'किसके लिए',
    forWhat: 'किस लिए',
    created: 'लिंक बना',
    validUntil: 'लिंक कब तक मान्य है',
    reference: 'रेफ़रेंस नंबर',
    bankReference: 'बैंक रेफ़रेंस',
    receivedFrom: 'किससे प्राप्त',
    refunded: 'रिफ़ंड की गई राशि',
    refundPending: 'प्रक्रिया में रिफ़ंड',
    void: 'अमान्य: यह नंबर अब मान्य नहीं है',
  },
  problems: {
    ALREADY_PAID: 'यह भुगतान पहले ही पूरा हो चुका है।',
    QUOTA_SOLD_OUT: 'इस तरह का कोई टोकन अभी नहीं बचा है, इसलिए आपसे कोई राशि नहीं ली गई। कृपया अपने सेल्स संपर्क से पूछें।',
    LINK_EXPIRED: 'इस भुगतान लिंक की समय-सीमा समाप्त हो गई है। कृपया अपने सेल्स संपर्क से नया लिंक माँगें।',
    LINK_WITHDRAWN: 'यह भुगतान लिंक वापस ले लिया गया है। अगर आप अब भी भुगतान करना चाहते हैं, तो अपने सेल्स संपर्क से पूछें।',
    LINK_REPLACED: 'इस लिंक की जगह नया लिंक बनाया गया है। नया लिंक अपने सेल्स संपर्क से माँगें।',
    REFUNDED: 'इस भुगतान का रिफ़ंड हो चुका है।',
    MONEY_ARRIVED:
      'बैंक ने इस भुगतान के लिए राशि ली है, पर वह तय राशि के बराबर नहीं है। हम बैंक से इसकी जाँच कर रहे हैं: कृपया दोबारा भुगतान न करें।',
    UPGRADE_CLOSED: 'इस अपग्रेड का भुगतान अब नहीं किया जा सकता। कृपया अपने सेल्स संपर्क से पूछें।',
    REVERSAL_UNDECIDED: 'इस अपग्रेड का भुगतान अभी नहीं किया जा सकता: बैंक आपके गोल्ड टोकन के भुगतान की जाँच कर रहा है।',
    BANK_UNAVAILABLE: NOT_YET,
    BANK_REFUSED: 'भुगतान शुरू नहीं हो सका',
    THROTTLED: NOT_YET,
    TERMS_REQUIRED: 'भुगतान करने से पहले, शर्तों से सहमत होने के लिए बॉक्स पर सही का निशान लगाएँ।',
    TERMS_CHANGED: 'यह पेज खुलने के बाद शर्तें बदल गई हैं। कृपया उन्हें पढ़कर फिर से सहमति दें।',
  },
  afterPaying: {
    keep: (company) => `अपना टोकन नंबर सँभालकर रखें: ${company} के साथ आपकी ख़रीद की पहचान इसी से होती है।`,
    receipt: (email) => `हम आपकी रसीद ${email} पर भेजते हैं; ${BANK_NAME} अपनी रसीद अलग से भेजता है।`,
    contact: 'आगे की जानकारी के लिए हमारी सेल्स टीम आपसे संपर्क करेगी। अभी आपको कुछ नहीं करना है।',
  },
  afterRefund: {
    account: 'बैंक यह राशि उसी खाते, कार्ड या UPI ऐप में लौटाता है जिससे आपने भुगतान किया था।',
    mail: (email) => `बैंक के रिफ़ंड स्वीकार करने पर और रिफ़ंड पूरा होने पर हम ${email} पर लिखते हैं।`,
    wait: 'आपको कुछ नहीं करना है। आपका रिफ़ंड कहाँ तक पहुँचा, यह पेज हमेशा बताता है।',
  },
  callQuestions: (phone) => ['कोई सवाल हो तो ', phone, ' पर कॉल करें।'],
};
