import { ResealingModule, SealedValues } from '../../src/modules/privacy/index.js';
import { withContext } from '../context.js';
import { throwIfInterrupted } from '../interruption.js';
import { CommandFailed, output } from '../output.js';

export async function reseal({ json }: { json?: boolean }): Promise<void> {
  await withContext({ imports: () => [ResealingModule], endsItself: true }, async (context) => {
    const result = await context.get(SealedValues).reseal(async ({ checked }) => {
      output.progress(`${checked} values checked`);
      await throwIfInterrupted();
    });
    output.endProgress();
    if (json) output.json(result);
    else output.note(`${result.checked} values checked, ${result.resealed} sealed anew.`);
    if (result.unreadable > 0)
      throw new CommandFailed(
        `${result.unreadable} values can be opened with neither ENCRYPTION_KEY nor ENCRYPTION_KEY_PREVIOUS; they were left as they are.`,
      );
    if (context.settings.previousEncryptionKey !== null && !json)
      output.note('Every value is under the present key: ENCRYPTION_KEY_PREVIOUS can be taken out everywhere.');
  });
}
