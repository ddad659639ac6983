type Asker = () => Promise<boolean>;

let asker: Asker | null = null;

/** Of the dialog that stands ready on every staff page. @returns takes it away again */
export function answerStepUps(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/** Asks whoever sits there for a code or the password. @returns whether it was right; false when they would not say */
export function askStepUp(): Promise<boolean> {
  return asker ? asker() : Promise.resolve(false);
}
