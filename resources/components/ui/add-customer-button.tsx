import { Link } from '@inertiajs/react';
import { Button } from '@mantine/core';
import { ROUTES } from '../../../src/contracts/routes';
import { PlusIcon } from './icons';

/** @param quiet beside the screen's own primary button */
export function AddCustomerButton({ quiet = false }: { quiet?: boolean }) {
  return (
    <Button component={Link} variant={quiet ? 'light' : 'filled'} href={ROUTES.customerForm} leftSection={<PlusIcon />}>
      Add New
    </Button>
  );
}
