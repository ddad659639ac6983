import type { StaffRow } from '../../../src/contracts/accounts';
import { RowMenu } from '../ui/row-menu';
import { choicesFor, type StaffChoice } from './staff-acts';

export interface StaffMenuProps {
  row: StaffRow;
  onChoose: (choice: StaffChoice, opener: HTMLElement | null) => void;
}

/** Comes with the first click on its button, which opens it. */
export default function StaffMenu({ row, onChoose }: StaffMenuProps) {
  const entries = choicesFor(row).map((choice) => ({
    key: choice.key,
    label: choice.label,
    onChoose: (opener: HTMLElement | null) => onChoose(choice, opener),
  }));
  return <RowMenu of={row.name} entries={entries} />;
}
