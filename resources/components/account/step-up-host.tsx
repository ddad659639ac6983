import { useEffect, useRef } from 'react';
import { useDialog } from '../../hooks/use-dialog';
import { answerStepUps } from '../../lib/step-up';
import { lateDialogOf } from '../ui/late';

const StepUpDialog = lateDialogOf(
  () => import('./step-up-dialog'),
  ({ opened, onAnswer }) => ({ opened, onClose: () => onAnswer(false) }),
);

/** One question at a time: whoever asks while it stands open waits for the same answer. */
export function StepUpHost() {
  const { opened, wanted, open, close } = useDialog();
  const waiting = useRef<((confirmed: boolean) => void)[]>([]);

  useEffect(
    () =>
      answerStepUps(
        () =>
          new Promise((resolve) => {
            waiting.current.push(resolve);
            open();
          }),
      ),
    [open],
  );

  const answer = (confirmed: boolean) => {
    close();
    for (const resolve of waiting.current.splice(0)) resolve(confirmed);
  };
  if (!wanted) return null;
  return <StepUpDialog opened={opened} onAnswer={answer} />;
}
