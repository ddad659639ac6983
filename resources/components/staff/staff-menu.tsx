import type { StaffRow } from '../../../src/contracts/accounts';
import { RowMenu } from '../ui/row-menu';
import { choicesFor, type StaffChoice } from './staff-acts';

export interface StaffMenuProps {
  row: StaffRow;
  /** There is more than one project. */
  hasProjects: boolean;
  onChoose: (choice: StaffChoice, opener: HTMLElement | null) => void;
}

/** Comes with the first click on its button, which opens it. */
export default function StaffMenu({ row, hasProjects, onChoose }: StaffMenuProps) {
  const entries = choicesFor(row, hasProjects).map((choice) => ({
    key: choice.key,
    label: choice.label,
    onChoose: (opener: HTMLElement | null) => onChoose(choice, opener),
  }));
  return <RowMenu of={row.name} entries={entries} />;
}
