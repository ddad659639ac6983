import { Notifications } from '@mantine/notifications';
import { standingToasts } from '../../lib/standing-toasts';
import classes from './standing-toasts.module.css';

export default function StandingToasts() {
  return (
    <div className={classes.holder}>
      <Notifications
        store={standingToasts}
        withinPortal={false}
        position="top-center"
        limit={1}
        allowDragDismiss={false}
        allowScrollDismiss={false}
        classNames={{ root: classes.place, notification: classes.toast }}
      />
    </div>
  );
}
