export type FlatValue = string | boolean | null;
export type FlatFields = Readonly<Record<string, FlatValue>>;

const BLANK = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/**
 * Reads one JSON object without nesting. JSON.parse will not do for signed messages: it turns `300.00` into 300, which
 * changes the hash, and silently keeps the last of two fields with one name.
 * @returns fields with numbers as the text that was sent, or null for anything else: nesting, repeated names, broken text
 */
export function parseFlatJson(text: string): FlatFields | null {
  const scan = new Scanner(text);
  // No prototype: a field named __proto__ is a field like any other.
  const fields = Object.create(null) as Record<string, FlatValue>;
  if (!scan.skip('{')) return null;
  if (scan.skip('}')) return scan.atEnd() ? fields : null;
  do {
    const name = scan.string();
    if (name === undefined || name in fields || !scan.skip(':')) return null;
    const value = scan.value();
    if (value === undefined) return null;
    fields[name] = value;
  } while (scan.skip(','));
  return scan.skip('}') && scan.atEnd() ? fields : null;
}

class Scanner {
  private at = 0;

  constructor(private readonly text: string) {
    this.take(BLANK);
  }

  skip(sign: string): boolean {
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    this.take(BLANK);
    return true;
  }

  string(): string | undefined {
    const literal = this.token(STRING);
    return literal === undefined ? undefined : (JSON.parse(literal) as string);
  }

  value(): FlatValue | undefined {
    const text = this.string() ?? this.token(NUMBER);
    if (text !== undefined) return text;
    const word = this.token(WORD);
    return word === undefined ? undefined : WORDS[word];
  }

  atEnd(): boolean {
    return this.at === this.text.length;
  }

  private token(pattern: RegExp): string | undefined {
    const found = this.take(pattern);
    if (found !== undefined) this.take(BLANK);
    return found;
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }
}
