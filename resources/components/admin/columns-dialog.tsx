import { COLUMN_CHOICES, type ColumnChoice, USUAL_COLUMNS } from '../../lib/column-choice';
import { CheckField } from '../ui/check-field';
import { DialogBody, DialogFoot } from '../ui/dialog-parts';
import classes from './list-tools.module.css';
import { Button } from '../ui/controls';
import { Modal } from '../ui/modal';

interface ColumnsDialogProps {
  opened: boolean;
  onClose: () => void;
  choice: ColumnChoice;
  hasProjects: boolean;
}

/** Each column at once, behind the dialog; kept on this device. */
export default function ColumnsDialog({
  opened,
  onClose,
  choice: { columns, choose },
  hasProjects,
}: ColumnsDialogProps) {
  const set = (key: (typeof COLUMN_CHOICES)[number]['key'], isShown: boolean) =>
    choose(
      COLUMN_CHOICES.flatMap((each) => ((each.key === key ? isShown : columns.includes(each.key)) ? [each.key] : [])),
    );
  return (
    <Modal opened={opened} onClose={onClose} title="Columns" size="24rem">
      <DialogBody>
        <p>The customer and the actions are always shown. A narrow list leaves out some columns by itself.</p>
        <fieldset className={classes.choices}>
          <legend className="td-hidden">Columns of the list</legend>
          {COLUMN_CHOICES.filter(({ key }) => hasProjects || key !== 'place').map(({ key, label }) => (
            <CheckField
              key={key}
              label={label}
              checked={columns.includes(key)}
              onChange={(isShown) => set(key, isShown)}
            />
          ))}
        </fieldset>
        <DialogFoot>
          <Button variant="default" onClick={() => choose(USUAL_COLUMNS)}>
            Usual columns
          </Button>
          <Button onClick={onClose}>Done</Button>
        </DialogFoot>
      </DialogBody>
    </Modal>
  );
}
