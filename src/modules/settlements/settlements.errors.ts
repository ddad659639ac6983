import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import { Refusal } from '../../domain/errors.js';

const WORDS = OFFICE_MESSAGES.settlements;

export class DayInvalid extends Refusal {
  constructor() {
    super('unprocessable', 'INVALID_DAY', OFFICE_MESSAGES.days.malformed, {
      details: { day: OFFICE_MESSAGES.days.malformed },
    });
  }
}

export class DayInFuture extends Refusal {
  constructor() {
    super('unprocessable', 'DAY_IN_FUTURE', WORDS.future, { details: { day: WORDS.future } });
  }
}

export class RunUnderWay extends Refusal {
  constructor() {
    super('conflict', 'RECONCILIATION_RUNNING', WORDS.running);
  }
}

export class FileNameInvalid extends Refusal {
  constructor() {
    super('unprocessable', 'INVALID_FILE_NAME', WORDS.fileName, { details: { name: WORDS.fileName } });
  }
}

/** Nothing of the file was stored: each fault with its line. */
export class SettlementFileInvalid extends Refusal {
  constructor(faults: readonly { line: number; text: string }[]) {
    const details = Object.fromEntries(faults.map(({ line, text }) => [`line ${line}`, text]));
    const [first] = faults;
    super(
      'unprocessable',
      'SETTLEMENT_FILE_INVALID',
      WORDS.fileInvalid(first ? `line ${first.line}: ${first.text}` : ''),
      {
        details,
      },
    );
  }
}
