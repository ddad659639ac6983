import { useState } from 'react';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import type { DecisionChoice, ReviewDecisionRequest, ReviewRow } from '../../../src/contracts/reviews';
import { API } from '../../../src/contracts/routes';
import { api, ApiError } from '../../lib/api';
import { toast } from '../../lib/toasts';

interface Fault {
  message: string;
  fields: Record<string, string>;
}

/** Sends a decision. It can be sent again whatever became of the answer: the server carries it out once. */
export function useDecision(review: ReviewRow, choice: DecisionChoice, onDecided: () => void, onStale: () => void) {
  const [sending, setSending] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);

  const send = async (note: string, bankReference: string) => {
    const body: ReviewDecisionRequest = {
      decision: choice.decision,
      note,
      ...(choice.needsBankReference ? { bankReference } : {}),
      ...(choice.needsAmount ? { confirmedAmount: review.amount } : {}),
    };
    setSending(true);
    setFault(null);
    try {
      const { message } = await api.post<ReviewRow>(API.decideReview(review.reviewId), body, {
        fallback: OFFICE_MESSAGES.review.decideFailed,
      });
      toast('success', message ?? OFFICE_MESSAGES.review.stored);
      onDecided();
    } catch (error) {
      const failure = error instanceof ApiError ? error : null;
      setFault({ message: failure?.message ?? OFFICE_MESSAGES.review.decideFailed, fields: failure?.details ?? {} });
      if (failure?.status === 409 || failure?.status === 404) onStale();
    } finally {
      setSending(false);
    }
  };
  return { sending, fault, send };
}
