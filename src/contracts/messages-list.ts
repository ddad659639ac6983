/** Texts of the late parts of the lists: actions on many payments, saved views, the finder. */
export const LIST_MESSAGES = {
  bulk: {
    paid: 'It is paid: there is nothing to ask the bank.',
    failed: 'This payment could not be reached. Try it again.',
    countFailed: 'The payments could not be counted.',
    stopped: 'Stopped. What is done stays done; nothing is half done.',
  },
  views: {
    failed: 'The view could not be saved.',
    saved: (name: string) => `View “${name}” saved`,
    changed: (name: string) => `View “${name}” changed`,
    removed: (name: string) => `View “${name}” deleted`,
    notFound: 'There is no such view any more.',
    ofAnother: 'Only who made a view changes it.',
    nameTaken: 'You have a view of this name already.',
    nothing: 'Choose at least one filter first: a view without one is the plain list.',
    tooMany: (most: number) => `You have ${most} views. Delete one first.`,
    tooManyShared: (most: number) => `${most} views are shared. Stop sharing one first.`,
  },
  finder: {
    failed: 'Nothing could be looked up.',
  },
} as const;
