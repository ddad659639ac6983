import { LateMenu } from '../ui/late-menu';
import type { MoreMenuProps } from './more-menu';

const load = () => import('./more-menu');

export function MoreButton(props: MoreMenuProps) {
  return <LateMenu of={props.subject.customerName} load={load} menu={props} />;
}
