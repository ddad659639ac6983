import { useEffect, useRef, useState } from 'react';
import { MESSAGES } from '../../../src/contracts/messages';
import { API } from '../../../src/contracts/routes';
import type {
  CreateUpgradeLinkData,
  CreateUpgradeLinkRequest,
  ResetUpgradesData,
  UpgradeToken,
  UpgradeTokensData,
} from '../../../src/contracts/upgrades';
import { useLoaded } from '../../hooks/use-loaded';
import type { RowDesk } from '../../hooks/use-row-desk';
import { api, ApiError } from '../../lib/api';
import { newKey } from '../../lib/keys';
import type { RowSubject } from '../../lib/row-subject';
import { toast } from '../../lib/toasts';
import { isUnanswered } from '../../lib/unanswered';
import { isOlderInstance, olderUpgradeRequest, type UpgradePath, upgradeRequest } from '../../lib/upgrade-request';
import type { LinkFault } from '../links/use-link-action';

const WORDS = MESSAGES.upgrade;
const REFRESH_AFTER_MS = 2000;

export interface OpenUpgrade {
  link: string;
  paymentId: string;
  /** Null where a refusal alone has led to it. */
  path: UpgradePath | null;
  expiresAt: string | null;
  warning: string | null;
  /** Made just now, by this dialog. */
  isNew: boolean;
}

export type UpgradeStage =
  | { kind: 'available'; upgrades: UpgradeToken[] }
  | { kind: 'failed'; upgrades: UpgradeToken[]; last: UpgradeToken }
  | { kind: 'open'; upgrade: OpenUpgrade }
  | { kind: 'none'; words: string };

/** What can be done now; the newest upgrade stands first. */
function stageOf({ availableUpgrades, allUpgradeTokens }: UpgradeTokensData): UpgradeStage {
  const made = allUpgradeTokens.filter(({ upgradeStatus }) => upgradeStatus !== 'available');
  const pending = made.find(({ upgradeStatus }) => upgradeStatus === 'pending');
  if (availableUpgrades.length === 0) {
    if (pending?.upgradeLink && pending.upgradePaymentId) {
      const { upgradeLink: link, upgradePaymentId: paymentId, paymentLinkExpiresAt: expiresAt } = pending;
      return { kind: 'open', upgrade: { link, paymentId, path: pending, expiresAt, warning: null, isNew: false } };
    }
    const stands = made.some(
      ({ upgradeStatus, paymentStatus }) => upgradeStatus === 'completed' && paymentStatus === 'completed',
    );
    return { kind: 'none', words: stands ? WORDS.alreadyUpgraded : WORDS.none };
  }
  const last = made[0];
  return last?.upgradeStatus === 'failed'
    ? { kind: 'failed', upgrades: availableUpgrades, last }
    : { kind: 'available', upgrades: availableUpgrades };
}

/** What went wrong with a request, and with which: each has words of its own about what is true now. */
type UpgradeFault = { of: 'making'; text: string; isOpen: boolean } | ({ of: 'cancelling' } & LinkFault);

/** @param of what was asked for */
function faultOf(of: UpgradeFault['of'], error: unknown, failed: string): UpgradeFault {
  const known = error instanceof ApiError ? error : null;
  return { of, text: known?.message ?? failed, fields: {}, isOpen: !known || isUnanswered(known) };
}

/** From a refusal that says where the waiting link is. */
function waitingLink(error: ApiError): OpenUpgrade | null {
  const { upgradeLink: link, upgradePaymentId: paymentId } = error.details;
  if (error.code !== 'UPGRADE_PENDING' || !link || !paymentId) return null;
  return { link, paymentId, path: null, expiresAt: null, warning: null, isNew: false };
}

/** Nobody can pay on it: it is open for the server until the bank has been asked a last time. */
function hasRunOut({ paymentId }: OpenUpgrade, tokens: UpgradeTokensData | null): boolean {
  const known = tokens?.allUpgradeTokens.find(({ upgradePaymentId }) => upgradePaymentId === paymentId);
  return known?.upgradeStatus === 'failed' && known.paymentStatus === 'pending';
}

export function useUpgrade(subject: RowSubject, desk: RowDesk, onSending: (sending: boolean) => void) {
  const { paymentId, tokenNumber, customerName } = subject;
  const hasIds = Boolean(paymentId && tokenNumber);
  const tokens = useLoaded<UpgradeTokensData>(hasIds ? API.upgradeTokens(paymentId) : null, WORDS.failed);
  const [opened, setOpened] = useState<OpenUpgrade | null>(null);
  const [fault, setFault] = useState<UpgradeFault | null>(null);
  const [sending, setSending] = useState(false);
  const running = useRef(false);
  /** However often it is tried, one link is made. */
  const key = useRef(newKey());

  const create = async (path: UpgradePath): Promise<void> => {
    // A key is for one body: a token can have several paths, and a path another price later.
    const post = (body: CreateUpgradeLinkRequest) =>
      api.post<CreateUpgradeLinkData>(API.createUpgradeLink(paymentId), body, {
        headers: { 'Idempotency-Key': `${key.current}-${path.toTierCode}-${body.amount ?? 'any'}` },
        fallback: WORDS.createFailed,
      });
    const { data } = await post(upgradeRequest(path)).catch((error: unknown) => {
      if (!isOlderInstance(error)) throw error;
      return post(olderUpgradeRequest(path, tokens.data?.availableUpgrades ?? []));
    });
    const { upgradeLink: link, upgradePaymentId, paymentLinkExpiresAt: expiresAt, upgradeAmount, warning } = data;
    const shown = { ...path, upgradeAmount };
    setOpened({ link, paymentId: upgradePaymentId, path: shown, expiresAt, warning, isNew: true });
    toast('success', WORDS.created(customerName));
    setTimeout(() => void desk.refresh(), REFRESH_AFTER_MS);
  };

  const reset = async (): Promise<void> => {
    try {
      await api.post<ResetUpgradesData>(API.resetUpgrades(paymentId), {}, { fallback: WORDS.resetFailed });
    } catch (error) {
      // Somebody has put it aside already: the new link is all that is missing.
      if (!(error instanceof ApiError) || error.code !== 'NO_FAILED_UPGRADE') throw error;
    }
  };

  const cancel = async ({ paymentId: upgradeId }: OpenUpgrade): Promise<void> => {
    await api.post(API.cancelLink(upgradeId), {}, { fallback: WORDS.cancelFailed });
    toast('success', WORDS.linkCancelled(subject.tokenType));
    setOpened(null);
    tokens.reload();
    await desk.refresh();
  };

  const run = async (of: UpgradeFault['of'], steps: () => Promise<void>, failed: string): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setSending(true);
    onSending(true);
    setFault(null);
    try {
      await steps();
    } catch (error) {
      const waiting = error instanceof ApiError ? waitingLink(error) : null;
      const isOver = waiting !== null && hasRunOut(waiting, tokens.data);
      if (waiting && !isOver) setOpened(waiting);
      else {
        setFault(isOver ? { of: 'making', text: WORDS.bankSilent, isOpen: false } : faultOf(of, error, failed));
        // How the token stands now is read again: the link may have been paid meanwhile.
        setOpened(null);
        tokens.reload();
      }
    } finally {
      running.current = false;
      setSending(false);
      onSending(false);
    }
  };

  const stage: UpgradeStage | null = !hasIds
    ? { kind: 'none', words: WORDS.missingIds }
    : opened
      ? { kind: 'open', upgrade: opened }
      : tokens.data && stageOf(tokens.data);
  const isOpen = stage?.kind === 'open';
  useEffect(() => {
    // Made after this one has ended, it is another link: the server would answer the same key with the one that ended.
    if (isOpen) key.current = newKey();
  }, [isOpen]);

  return {
    stage,
    problem: opened ? null : tokens.problem,
    loading: tokens.loading,
    reload: tokens.reload,
    fault,
    sending,
    create: (path: UpgradePath) => void run('making', () => create(path), WORDS.createFailed),
    cancel: () => {
      if (stage?.kind === 'open') void run('cancelling', () => cancel(stage.upgrade), WORDS.cancelFailed);
    },
    retry: (path: UpgradePath) =>
      void run(
        'making',
        async () => {
          await reset();
          await create(path);
        },
        WORDS.retryFailed,
      ),
  };
}
