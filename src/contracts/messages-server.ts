import { istWeekday } from '../domain/calendar/ist-time.js';

/** Texts that only the server sends, docs/product.md#messages. Pages do not import them, which keeps their scripts small. */
export const SERVER_MESSAGES = {
  storage: {
    full: 'The storage is full: nothing was saved. What is stored can be read. Try again once there is room.',
    readOnly: 'The storage is read-only: nothing was saved. What is stored can be read. Try again later.',
    failed: 'The storage does not work properly: nothing was saved. Try again later.',
    moved: 'The database file was removed or replaced: nothing was saved. The product has to be restarted.',
  },
  admin: {
    unknownValue: 'This is not one of the known values.',
    badDate: 'Enter a date as YYYY-MM-DD.',
    idsAlone: 'Chosen payments go without other filters.',
    notSortable: 'The list cannot be sorted this way while it is filtered like this.',
  },
  login: {
    success: 'Login successful',
    invalid: 'Invalid email or password',
  },
  auth: {
    adminOnly: 'Access denied. Admin privileges required.',
    allProjectsOnly: 'Access denied. Only an admin of all projects may do this.',
    twoPeople: 'The bearer token and the session cookie belong to two people. Send only one of them.',
    pageExpired: 'This page had been open for a long time. Please try again.',
  },
  link: {
    atBank: 'The customer is at the bank with this link. Check the status first.',
    alreadyCancelled: 'This payment link has already been cancelled.',
    alreadyReplaced: 'This payment link was replaced by a new one.',
    over: 'This payment link has expired. Reissue it to make it payable again.',
    upgradeContact: 'An upgrade belongs to its token: its contact cannot be changed here.',
    contactUnchanged: 'This is the contact that the link already has.',
    contactElsewhere:
      'This customer has payments in a project of other admins, with another phone number or spelling of the name. Ask the seller or an admin of all projects to change it.',
    stillLive: 'This payment link is still live. Share it again instead.',
    todayTooShort: 'Less than 30 minutes are left of today. Choose a longer time.',
    whoIsMissing: 'Enter an email address or a mobile number',
    openLink: (seller: string, token: string, customer: string, at: string, more: number) =>
      `${seller} made a ${token} link for ${customer} on ${at}${more > 0 ? `, and ${more} more can be paid` : ''}. ` +
      'Say why another one is needed.',
    reasonLength: 'Enter 3 to 200 characters',
    bankUnavailable: 'The bank could not be reached. The link works: the bank is asked again when the customer pays.',
    bankRefused: 'The bank did not accept the request. The link works: the bank is asked again when the customer pays.',
    underWayAtBank:
      'The bank says that a payment on this link is under way. The link was not cancelled. Try again in a few minutes.',
    bankNotClear: 'The bank gave no clear answer about this link, so it was not cancelled. Try again in a minute.',
    checkUnanswered:
      'The bank gave no usable answer. The payment is unchanged, and checked by itself as before. Try again in a moment.',
    moneyArrived: 'The bank has taken money on this link that could not be used: Needs review says what becomes of it.',
    salePaid: 'This sale is paid: the money came on an earlier link, which this one replaced.',
    saleMoneyWaits:
      'The bank has taken money on an earlier link, which this one replaced. It is under Needs review, to be used or given back.',
    heldToken: (customer: string, number: string, at: string, seller: string, more: number) =>
      `${customer} holds ${number}, paid ${at} at ${seller}'s desk${more > 0 ? `, and ${more} more` : ''}. ` +
      'Say why a second unit is sold.',
  },
  form: {
    pan: 'Invalid PAN format',
    personName: 'A name is one line of 2 to 120 characters, at least 2 of them visible',
    amount: 'The amount does not match the token price',
  },
  permission: {
    notFound: 'Permission not found',
  },
  projects: {
    notFound: 'There is no such project.',
    changed: 'The project has been changed.',
    created: 'The project has been made.',
    codeTaken: 'There is a project with that short name already.',
    code: 'Enter 2 to 20 small letters, digits and hyphens',
    state: 'Choose draft, selling or closed',
    logoChanged: 'The logo has been changed.',
    logoRemoved: 'The logo has been removed: the company’s is shown.',
    logoTooLarge: 'The file is larger than 256 kB',
    logoFaults: {
      kind: 'Choose a PNG or JPEG file in RGB or grey',
      broken: 'The file is damaged or was cut off',
      size: 'The picture is larger than 1200 × 400 pixels',
    },
    profileMissing: 'The merchant of this payment is not in the settings. Nothing was sent to the bank.',
    profileUnknown: 'There is no such merchant profile.',
    profileUnknownOf: (names: readonly string[]) =>
      names.length === 0
        ? 'There is no such merchant profile: GATEWAY_PROFILES lists none'
        : `There is no such merchant profile: GATEWAY_PROFILES lists ${names.join(', ')}`,
  },
  events: {
    notFound: 'There is no such event, or it is another seller’s.',
    notChosen: 'Choose the event you are selling in first.',
    allOver: 'The events you sell in are over. Ask an admin to assign you to another one.',
    notBegun: (name: string, day: string) => `${name} begins on ${istWeekday(day)}. Nothing can be sold there before.`,
    over: (name: string, day: string) => `${name} ended on ${istWeekday(day)}. Choose another event, or ask an admin.`,
    denials: {
      PROJECT_NOT_SELLING: (project: string) => `${project} is not being sold yet. Ask an admin.`,
      PROJECT_CLOSED: (project: string) =>
        `${project} is closed: no new link can be made. Links that are open can still be paid.`,
    },
    created: 'The event has been made.',
    changed: 'The event has been changed.',
    chosen: (name: string) => `You are selling in ${name}.`,
    sellers: 'Choose sellers whose account is active',
    firstElsewhere: (seller: string) =>
      `${seller} sells in a project that is not yours. Ask an admin of all projects to assign the first event.`,
    lastElsewhere: (seller: string) =>
      `Without this event ${seller} would sell in a project that is not yours. Ask an admin of all projects.`,
    oneLine: 'Enter one line without control characters',
    tooLong: (max: number) => `Enter at most ${max} characters`,
  },
  terms: {
    needed: 'Enter a text',
    hindiNeeded: 'Enter the text in Hindi too: the project is in both languages',
    englishOnly: 'The project is in English alone: leave this empty',
    tooLong: (max: number) => `Enter at most ${max} characters`,
    characters: 'The text holds characters that are not allowed',
    past: 'The first day cannot be in the past',
    beforeLatest: (day: string) =>
      `The first day cannot be before ${istWeekday(day)}, on which the newest version begins`,
    created: (number: number) => `Version ${number} has been made`,
    known: (number: number) => `Version ${number} says the same from that day on: nothing was changed`,
  },
  quota: {
    changed: 'The limit has been set.',
    soldOut: (tier: string) => `No ${tier} token is left: all are sold or reserved.`,
    notALimit: (most: number) => `Enter a whole number from 0 to ${most}, or nothing for no limit`,
  },
  catalogue: {
    notOffered: (name: string) => `${name} tokens are not sold`,
    notYet: (name: string, day: string) => `${name} tokens are sold from ${istWeekday(day)} on`,
    over: (name: string, day: string) => `The sale of ${name} tokens ended on ${istWeekday(day)}`,
    otherMedal: (code: string, medal: string) => `The tier ${code} is a ${medal} tier`,
    noTier: (code: string) => `The project has no tier ${code}`,
    tierCode: 'Enter 1 to 10 small letters, digits and hyphens, a letter first',
    past: 'The first day cannot be in the past',
    beforeLatest: (day: string) =>
      `The first day cannot be before ${istWeekday(day)}, on which the newest version begins`,
    prefixTaken: (prefix: string) => `${prefix} is the number series of another project or tier`,
    created: (number: number) => `Version ${number} has been made`,
    known: (number: number) => `Version ${number} says the same from that day on: nothing was changed`,
  },
  refund: {
    defaultReason: 'Customer Request',
    notPaid: 'Only a completed payment can be refunded.',
    alreadyRefunded: 'This payment has already been refunded.',
    upgraded: 'This token was upgraded: refund the upgrade first.',
    upgradeOpen: 'An upgrade of this token is under way. It has to end before the payment can be refunded.',
    reversalOpen:
      'The bank may have taken this money back already. An admin has to decide that under Needs review before it can be refunded.',
    chargeNotFound: 'Duplicate charge not found',
    refused: (text: string) => `The bank refused the refund${text ? `: ${text}` : '.'}`,
    bankUnavailable: 'The bank could not be reached. Nothing was refunded; please try again later.',
  },
  upgrade: {
    notPaid: 'Only a token whose payment is completed can be upgraded.',
    refundExists: 'This token cannot be upgraded: its payment has a refund.',
    pending: 'An upgrade of this token is already waiting for its payment.',
    reversalOpen:
      'The bank may have taken back the payment of this token. An admin has to decide that under Needs review before it can be upgraded.',
    moneyWaits:
      'The bank has taken money for an earlier upgrade of this token. It is under Needs review, to be used or given back.',
    closed:
      'This upgrade can no longer be paid: its token has a refund, another upgrade, or money that waits for a decision.',
    otherPrice: (price: string) => `This upgrade costs ${price} now.`,
    otherPaths: 'The catalogue in force does not offer this upgrade.',
    nothingToReset: 'There is no failed upgrade to reset.',
    reset: 'Failed upgrades were reset. A new upgrade link can be created.',
    alreadyReset: 'No link of a failed upgrade can be paid any more. A new upgrade link can be created.',
    notes: {
      declined: 'The bank declined the payment.',
      cancelled: 'The payment was cancelled.',
      expired: 'The payment link expired.',
      withdrawn: 'The payment link was cancelled by staff.',
      overtaken: 'Another upgrade of this token was completed.',
      refunded: (tier: string) => `Refunded: the ${tier} token is valid again.`,
      duplicate: 'Paid although the token had been upgraded already. The money has to be given back.',
      sourceRefunded: (tier: string) => `Paid although the ${tier} token has a refund. The money has to be given back.`,
      soldOut: (tier: string) => `Paid after the last ${tier} token was sold. An admin decides.`,
      sourceReversed: (tier: string) => `The bank took back the payment of the ${tier} token.`,
    },
  },
  history: {
    upgradeDone: (from: string, to: string) => `Upgraded from ${from} to ${to}`,
    upgradeAsked: (from: string, to: string) => `Upgrade from ${from} to ${to}`,
  },
  general: {
    notFound: 'Not found',
    forbidden: 'Access denied.',
    invalid: 'Please check the marked fields.',
    tooLarge: 'The request is too large.',
    unsupported: 'This content type is not supported.',
    malformed: 'The request could not be read.',
    unavailable: 'The service is busy. Please try again in a moment.',
    conflict: 'The record was changed by someone else. Please reload and try again.',
    overtaken: (newest: number) =>
      `Another version was made meanwhile; the newest is ${newest}. Load the page again to see it.`,
    idempotencyMismatch: 'This Idempotency-Key was used before with another request.',
    idempotencyRunning: 'The first request with this Idempotency-Key is still running.',
    searchTooWide:
      'Too many payments match. Type more of the name, a whole email address or phone number, or choose a status or dates.',
  },
} as const;
