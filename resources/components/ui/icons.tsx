import type { ReactNode } from 'react';

interface IconProps {
  /** Pixels. */
  size?: number;
}

/** Icons say nothing by themselves: the word beside them, or the control's label, does. */
function icon(path: ReactNode) {
  return function Icon({ size = 20 }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {path}
      </svg>
    );
  };
}

export const CheckCircleIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="m8 12.2 2.8 2.8L16 9.5" />
  </>,
);
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v5l3.2 2" />
  </>,
);
export const BankIcon = icon(<path d="M3 9.5 12 4l9 5.5H3ZM5.5 10v8M10 10v8M14 10v8M18.5 10v8M3.5 20h17" />);
export const CrossCircleIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="m9 9 6 6M15 9l-6 6" />
  </>,
);
export const StopIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="m6 18 12-12" />
  </>,
);
export const ReturnIcon = icon(<path d="M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-4" />);
export const FlagIcon = icon(<path d="M5 21V4M5 4h12l-2.5 4L17 12H5" />);
export const CopyIcon = icon(
  <>
    <rect x="9" y="9" width="11" height="11" rx="2" />
    <path d="M5 15H4.8A1.8 1.8 0 0 1 3 13.2V4.8A1.8 1.8 0 0 1 4.8 3h8.4A1.8 1.8 0 0 1 15 4.8V5" />
  </>,
);
export const OpenIcon = icon(
  <path d="M14 4h6v6M20 4l-9 9M18 14v4.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 4 18.5v-11A1.5 1.5 0 0 1 5.5 6H10" />,
);
export const RefreshIcon = icon(
  <path d="M20 11a8 8 0 0 0-14.3-4L4 8.6M4 4v4.6h4.6M4 13a8 8 0 0 0 14.3 4l1.7-1.6M20 20v-4.6h-4.6" />,
);
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m20 20-4.2-4.2" />
  </>,
);
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />);
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />);
export const MoreIcon = icon(<path d="M5.5 12h.01M12 12h.01M18.5 12h.01" strokeWidth="3" />);
export const UpgradeIcon = icon(<path d="M12 20V5M5.5 11 12 4.5l6.5 6.5" />);
export const ReceiptIcon = icon(<path d="M6 3.5h12v17l-3-2-3 2-3-2-3 2v-17ZM9.5 8h5M9.5 12h5" />);
export const HomeIcon = icon(<path d="m3.5 11 8.5-7 8.5 7M6 9.5V20h12V9.5M10 20v-5.5h4V20" />);
export const ChartIcon = icon(<path d="M4 20h16M7 20v-7M12 20V5M17 20v-10" />);
export const UserPlusIcon = icon(
  <>
    <circle cx="9.5" cy="8" r="3.8" />
    <path d="M3 20c.4-3.8 3-6 6.5-6 1.5 0 2.8.4 3.9 1.1M18 14v6M15 17h6" />
  </>,
);
export const PeopleIcon = icon(
  <>
    <circle cx="9" cy="8" r="3.5" />
    <path d="M2.5 19.5c.4-3.6 2.9-5.5 6.5-5.5s6.1 1.9 6.5 5.5M15.5 4.8a3.5 3.5 0 0 1 0 6.4M18 14.4c2 .8 3.2 2.5 3.5 5.1" />
  </>,
);
export const ListIcon = icon(<path d="M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01" />);
export const ShieldIcon = icon(<path d="M12 3.5 5 6v5.5c0 4.3 2.9 7.4 7 9 4.1-1.6 7-4.7 7-9V6l-7-2.5Z" />);
export const LogoutIcon = icon(
  <path d="M10 4H6.5A1.5 1.5 0 0 0 5 5.5v13A1.5 1.5 0 0 0 6.5 20H10M15 8l4 4-4 4M19 12H9.5" />,
);
export const AlertIcon = icon(
  <path d="M12 9v4.5M12 17h.01M10.3 4.2 2.9 17a2 2 0 0 0 1.7 3h14.8a2 2 0 0 0 1.7-3L13.7 4.2a2 2 0 0 0-3.4 0Z" />,
);
export const InfoIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11v5M12 8h.01" />
  </>,
);
export const SortAscIcon = icon(<path d="M12 19V5M6.5 10.5 12 5l5.5 5.5" />);
export const SortDescIcon = icon(<path d="M12 5v14M6.5 13.5 12 19l5.5-5.5" />);
export const ChevronLeftIcon = icon(<path d="m14.5 6-6 6 6 6" />);
export const ChevronRightIcon = icon(<path d="m9.5 6 6 6-6 6" />);
export const FoldIcon = icon(
  <>
    <rect x="3" y="4.5" width="18" height="15" rx="2" />
    <path d="M9 4.5v15M16 9.5 13.5 12l2.5 2.5" />
  </>,
);
export const UnfoldIcon = icon(
  <>
    <rect x="3" y="4.5" width="18" height="15" rx="2" />
    <path d="M9 4.5v15M13.5 9.5 16 12l-2.5 2.5" />
  </>,
);
export const KeyboardIcon = icon(
  <>
    <rect x="2.5" y="6" width="19" height="12" rx="2" />
    <path d="M6.5 10h.01M10 10h.01M13.5 10h.01M17 10h.01M8 14h8" />
  </>,
);
export const PhoneIcon = icon(
  <path d="M6 3.5h3l1.6 4.2-2.1 1.6a12 12 0 0 0 6.2 6.2l1.6-2.1 4.2 1.6v3a2 2 0 0 1-2.2 2A16.8 16.8 0 0 1 4 5.7a2 2 0 0 1 2-2.2Z" />,
);
export const MailIcon = icon(
  <>
    <rect x="3" y="5.5" width="18" height="13" rx="2" />
    <path d="m3.5 7.5 8.5 6 8.5-6" />
  </>,
);
export const PinIcon = icon(
  <>
    <path d="M12 21s-6.5-5.6-6.5-11a6.5 6.5 0 0 1 13 0c0 5.4-6.5 11-6.5 11Z" />
    <circle cx="12" cy="10" r="2.3" />
  </>,
);
export const QrIcon = icon(
  <path d="M4 4h6v6H4ZM14 4h6v6h-6ZM4 14h6v6H4ZM14 14h2.5v2.5H14ZM20 14v3M17.5 20H20M14 20h.01M20 20h.01" />,
);
export const ShareIcon = icon(<path d="M12 15V3.5M7.5 8 12 3.5 16.5 8M5 12v7.5h14V12" />);
export const ChatIcon = icon(<path d="M4.5 19.5 6 15.8A7.8 7.8 0 1 1 9 18.6l-4.5.9Z" />);
export const PrintIcon = icon(
  <path d="M7 8V3.5h10V8M7 17H4.5V9.5a1.5 1.5 0 0 1 1.5-1.5h12a1.5 1.5 0 0 1 1.5 1.5V17H17M7 14h10v6.5H7Z" />,
);
export const DownloadIcon = icon(<path d="M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14" />);
export const EditIcon = icon(<path d="M4 20h4L19.5 8.5l-4-4L4 16v4ZM13 7l4 4" />);
export const EyeIcon = icon(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
    <circle cx="12" cy="12" r="2.8" />
  </>,
);
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const CalendarIcon = icon(
  <>
    <rect x="4" y="5.5" width="16" height="15" rx="2.5" />
    <path d="M4 10h16M8.5 3v4M15.5 3v4M9 15.2l2.2 2.2 4-4.2" />
  </>,
);
export const CrossIcon = icon(<path d="m6.5 6.5 11 11M17.5 6.5l-11 11" />);
export const ChevronDownIcon = icon(<path d="m6 9.5 6 6 6-6" />);
export const EyeOffIcon = icon(
  <path d="M4 4l16 16M9.6 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.6 3.3M6.3 7.6A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.3-1.1M10 10a2.8 2.8 0 0 0 4 4" />,
);
