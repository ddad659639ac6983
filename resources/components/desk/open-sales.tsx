import { Link } from '@inertiajs/react';
import { ROUTES } from '../../../src/contracts/routes';
import { firstName } from '../../../src/domain/people/masking';
import { useDeskSales } from '../../hooks/use-desk-sales';
import { deskState } from '../../lib/desk-state';
import { CloseButton } from '../ui/controls';
import { OpenSalesPlace } from './open-sales-place';
import classes from './open-sales.module.css';

/** Earlier customers of this desk who have not paid yet; each turns green by itself. Nothing at all without any. */
export default function OpenSales({ currentId }: { currentId: string | null }) {
  const { sales, isRead, putAway } = useDeskSales(currentId);
  if (sales.length === 0) return isRead ? null : <OpenSalesPlace currentId={currentId} />;
  return (
    <section aria-label="Earlier customers of this desk" className={classes.strip}>
      <ul className={classes.list}>
        {sales.map((sale) => {
          const { look, words } = deskState(sale);
          const customer = firstName(sale.customerName) || 'Customer';
          return (
            <li key={sale.paymentId} className={classes.sale} data-look={look}>
              <Link href={ROUTES.sale(sale.paymentId)} className={classes.link}>
                <strong className={classes.name}>{customer}</strong>
                <span className={classes.words}>
                  {sale.tierName} · <span role="status">{words}</span>
                </span>
              </Link>
              {look === 'paid' && (
                <CloseButton size="lg" aria-label={`Dismiss: ${customer}`} onClick={() => putAway(sale.paymentId)} />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
