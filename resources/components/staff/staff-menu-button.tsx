import { LateMenu } from '../ui/late-menu';
import type { StaffMenuProps } from './staff-menu';

const load = () => import('./staff-menu');

export function StaffMenuButton(props: StaffMenuProps) {
  return <LateMenu of={props.row.name} load={load} menu={props} />;
}
