import { Link } from '@inertiajs/react';
import { Button } from '@mantine/core';
import { ROUTES } from '../../../src/contracts/routes';
import { PlusIcon } from './icons';

export function AddCustomerButton() {
  return (
    <Button component={Link} href={ROUTES.customerForm} leftSection={<PlusIcon />}>
      Add New
    </Button>
  );
}
