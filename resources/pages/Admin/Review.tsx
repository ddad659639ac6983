import { useState } from 'react';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { REVIEW_REASONS, reviewReasonLabel } from '../../../src/domain/payment/review-rules';
import type { Chosen } from '../../components/reviews/decision-dialog';
import { ReviewCard } from '../../components/reviews/review-card';
import classes from '../../components/reviews/review.module.css';
import { FilterSelect } from '../../components/ui/filter-select';
import { lateDialog } from '../../components/ui/late';
import { ListPanel } from '../../components/ui/list-panel';
import { noMatch } from '../../components/ui/no-match';
import { PageHeader } from '../../components/ui/page-header';
import { useListVisit } from '../../hooks/use-list-visit';
import { StaffLayout } from '../../layouts/staff-layout';

const DecisionDialog = lateDialog(() => import('../../components/reviews/decision-dialog'));

const PAGE_SIZE = 10;
const LISTED = ['reviews', 'pagination'];
const STATES: { value: 'open' | 'decided'; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'decided', label: 'Ended' },
];
const SORTS: { value: 'oldest' | 'largest'; label: string }[] = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'largest', label: 'Largest first' },
];
const REASONS = [
  { value: '' as const, label: 'All reasons' },
  ...REVIEW_REASONS.map((value) => ({ value, label: reviewReasonLabel(value) })),
];

export default function AdminReview({ reviews, pagination, filters, deciders }: PageProps['Admin/Review']) {
  const list = useListVisit({ path: ROUTES.adminReview, only: LISTED, failed: OFFICE_MESSAGES.review.failed });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [opened, setOpened] = useState(false);
  const change = (changed: Partial<typeof filters>) => {
    const wanted = { ...list.wantedFilters(filters), page: 1, ...changed };
    const { state, sort, ...rest } = wanted;
    list.visit(
      { ...rest, state: state === 'open' ? '' : state, sort: sort === 'oldest' ? '' : sort },
      { filters: wanted },
    );
  };
  const decided = () => {
    setOpened(false);
    void list.refresh();
  };

  return (
    <>
      <PageHeader title="Review Queue" subtitle="Payments that need your decision." />
      <ListPanel
        title="Reviews"
        list={list}
        count={reviews.length}
        total={pagination.totalCount}
        pageSize={PAGE_SIZE}
        pages={{ current: pagination.currentPage, total: pagination.totalPages, onPage: (page) => change({ page }) }}
        toolbar={
          <>
            <FilterSelect
              label="State"
              value={filters.state}
              options={STATES}
              onChange={(state) => change({ state })}
            />
            <FilterSelect
              label="Reason"
              value={filters.reason}
              options={REASONS}
              onChange={(reason) => change({ reason })}
            />
            {filters.state === 'open' ? (
              <FilterSelect label="Order" value={filters.sort} options={SORTS} onChange={(sort) => change({ sort })} />
            ) : (
              <FilterSelect
                label="Decided by"
                value={filters.decidedBy}
                options={[
                  { value: '', label: 'Anybody' },
                  ...deciders.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={(decidedBy) => change({ decidedBy })}
              />
            )}
          </>
        }
        empty={
          filters.reason || filters.decidedBy
            ? noMatch('reviews', () => change({ reason: '', decidedBy: '' }))
            : {
                title: filters.state === 'open' ? 'Nothing to decide' : 'Nothing was decided yet',
                hint: 'Contradictions, duplicate charges, reversals and unclear refunds appear here.',
              }
        }
      >
        <div className={classes.cards}>
          {reviews.map((review) => (
            <ReviewCard
              key={review.reviewId}
              review={review}
              onChoose={(of, choice) => {
                setChosen({ review: of, choice });
                setOpened(true);
              }}
            />
          ))}
        </div>
      </ListPanel>
      {chosen && (
        <DecisionDialog
          opened={opened}
          chosen={chosen}
          onClose={() => setOpened(false)}
          onDecided={decided}
          onStale={() => void list.refresh()}
        />
      )}
    </>
  );
}

AdminReview.layout = [StaffLayout];
