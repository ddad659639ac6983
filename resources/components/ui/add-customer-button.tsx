import { Link } from '@inertiajs/react';
import { ROUTES } from '../../../src/contracts/routes';
import classes from './add-customer-button.module.css';
import { Button } from './controls';
import { PlusIcon } from './icons';

/** On a phone it stays at the thumb. @param quiet beside the screen's own primary button */
export function AddCustomerButton({ quiet = false }: { quiet?: boolean }) {
  return (
    <Button
      component={Link}
      variant={quiet ? 'light' : 'filled'}
      href={ROUTES.customerForm}
      leftSection={<PlusIcon />}
      className={quiet ? undefined : classes.thumb}
    >
      Add New
    </Button>
  );
}
