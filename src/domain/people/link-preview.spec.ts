import { expect, it } from '@jest/globals';
import { isLinkPreview } from './link-preview.js';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15';

it.each([
  ['WhatsApp/2.23.20.0 A'],
  ['WhatsApp/2.2336.9 N'],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
  ['meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  ],
  ['TelegramBot (like TwitterBot)'],
  ['Twitterbot/1.0'],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ['LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)'],
  ['Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
  [`Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) ${CHROME} Mobile Safari/537.36 (compatible; Googlebot/2.1)`],
  [`Mozilla/5.0 (Windows NT 6.1; WOW64) ${CHROME} Safari/537.36 BingPreview/1.0b`],
  ['Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com'],
  ['Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)'],
])('%s reads for a preview', (userAgent) => {
  expect(isLinkPreview(userAgent)).toBe(true);
});

it.each([
  [`Mozilla/5.0 (Linux; Android 15) ${CHROME} Mobile Safari/537.36`],
  [`${IPHONE} Version/19.0 Mobile/15E148 Safari/604.1`],
  // Links that are opened inside an app.
  [`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/480.0;FBDV/iPhone15,2]`],
  [`${IPHONE} Mobile/15E148 WhatsApp/2.24.1`],
  [`${IPHONE} Mobile/15E148 [LinkedInApp]/9.30`],
  [`${IPHONE} Mobile/15E148 Twitter for iPhone/10.2`],
  // A phone of that make.
  [`Mozilla/5.0 (Linux; Android 13; CUBOT X70) ${CHROME} Mobile Safari/537.36`],
  [`Mozilla/5.0 (Linux; Android 10; CUBOT_NOTE_20) ${CHROME} Mobile Safari/537.36`],
  [`Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0.0.0 Safari/537.36`],
  ['curl/8.5.0'],
  ['node'],
  ['node-superagent/9.0.0'],
  [''],
  [undefined],
])('%s is a person, as far as anybody can know', (userAgent) => {
  expect(isLinkPreview(userAgent)).toBe(false);
});
