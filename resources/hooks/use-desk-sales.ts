import { useCallback, useEffect, useRef, useState } from 'react';
import type { DeskPayment } from '../../src/contracts/desk';
import { MESSAGES } from '../../src/contracts/messages';
import { API } from '../../src/contracts/routes';
import { api, ApiError } from '../lib/api';
import { chime } from '../lib/chime';
import { deskSales, dropDeskSale } from '../lib/desk-sales';
import { deskState } from '../lib/desk-state';
import { useLivePayments } from './use-live-payments';
import { usePoll } from './use-poll';

const POLL_MS = 15_000;

/**
 * The earlier sales of this desk: those that may still be paid, and those that were paid until somebody has looked at them.
 * @param currentId the sale on the screen, which has a place of its own
 */
export function useDeskSales(currentId: string | null) {
  const [sales, setSales] = useState<readonly DeskPayment[]>([]);
  const [isRead, setRead] = useState(false);
  const looks = useRef(new Map<string, string>());
  const questions = useRef(0);
  /** The last question about each that was answered. */
  const answered = useRef(new Map<string, number>());

  const read = useCallback(async (paymentId: string): Promise<boolean> => {
    const mine = ++questions.current;
    try {
      const options = { fallback: MESSAGES.desk.loadFailed, isBackground: true };
      const { data } = await api.get<DeskPayment>(API.desk(paymentId), options);
      // An older question that was slower takes nothing back, nor does any bring back who was put away meanwhile.
      if (mine < (answered.current.get(paymentId) ?? 0) || !deskSales().includes(paymentId)) return true;
      answered.current.set(paymentId, mine);
      const { look } = deskState(data);
      const before = looks.current.get(paymentId);
      looks.current.set(paymentId, look);
      if (look === 'paid' && before !== undefined && before !== 'paid') chime();
      const isOver = look === 'ended' || look === 'returned';
      if (isOver) dropDeskSale(paymentId);
      setSales((shown) => {
        const others = shown.filter((sale) => sale.paymentId !== paymentId);
        return isOver ? others : inOrder([...others, data]);
      });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) return false;
      // Another seller has signed in meanwhile.
      dropDeskSale(paymentId);
      setSales((shown) => shown.filter((sale) => sale.paymentId !== paymentId));
      return true;
    }
  }, []);
  const readAll = useCallback(async () => {
    const ids = deskSales().filter((id) => id !== currentId);
    const results = await Promise.all(ids.map(read));
    return results.every(Boolean);
  }, [currentId, read]);

  useEffect(() => {
    void readAll().then(() => setRead(true));
  }, [readAll]);
  useLivePayments(
    ({ paymentId }) => {
      if (paymentId !== currentId && deskSales().includes(paymentId)) void read(paymentId);
    },
    () => void readAll(),
  );
  usePoll(readAll, { enabled: sales.some((sale) => deskState(sale).look !== 'paid'), intervalMs: POLL_MS });

  const putAway = (paymentId: string) => {
    dropDeskSale(paymentId);
    setSales((shown) => shown.filter((sale) => sale.paymentId !== paymentId));
  };
  return { sales: sales.filter(({ paymentId }) => paymentId !== currentId), isRead, putAway };
}

function inOrder(sales: DeskPayment[]): DeskPayment[] {
  const ids = deskSales();
  return [...sales].sort((a, b) => ids.indexOf(a.paymentId) - ids.indexOf(b.paymentId));
}
