import {
  ArchiveRestore,
  CalendarDays,
  ChartNoAxesColumn,
  ClipboardList,
  FileText,
  Images,
  LayoutDashboard,
  Link2,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessagesSquare,
  Music,
  Palette,
  Printer,
  ShieldCheck,
  UserRound,
  Video,
} from "lucide-react";

export interface Tool {
  to: string;
  label: string;
  /** The menu's text instead, where there is more space. */
  menuLabel?: string;
  /** The title of its tile on the dashboard's home, where that is another. */
  tileLabel?: string;
  /** What it is for. */
  text: string;
  icon: LucideIcon;
}

const home: Tool = {
  to: "/dashboard",
  label: "Dashboard",
  text: "Where you are with everything.",
  icon: LayoutDashboard,
};
const profile: Tool = {
  to: "/profile",
  label: "Profile",
  menuLabel: "Musician Profile",
  text: "Your artist name, bio and the address of your page.",
  icon: UserRound,
};
const music: Tool = {
  to: "/music",
  label: "Music",
  menuLabel: "Music Library",
  text: "The tracks that play on your page.",
  icon: Music,
};
const gallery: Tool = {
  to: "/gallery",
  label: "Gallery",
  menuLabel: "Photo Gallery",
  tileLabel: "Photos",
  text: "What fans see of you, in your own order.",
  icon: Images,
};
const videos: Tool = {
  to: "/video",
  label: "Videos",
  text: "Your films, with the one that stands first.",
  icon: Video,
};
const appearance: Tool = {
  to: "/settings",
  label: "Appearance",
  menuLabel: "Bio Page Appearance",
  text: "The colours, letters and background of your page.",
  icon: Palette,
};
const events: Tool = {
  to: "/events",
  label: "Events",
  menuLabel: "Events Management",
  text: "Where and when fans meet you.",
  icon: CalendarDays,
};
const bookings: Tool = {
  to: "/booking-requests",
  label: "Booking Requests",
  text: "Who would like you to play.",
  icon: ClipboardList,
};
const comments: Tool = {
  to: "/comments",
  label: "Fan Comments",
  text: "What fans write on your page.",
  icon: MessageCircle,
};
const messages: Tool = {
  to: "/messages",
  label: "Messages",
  text: "Connect and collaborate with other musicians.",
  icon: MessagesSquare,
};
const newsletter: Tool = {
  to: "/newsletter",
  label: "Newsletter",
  text: "Who wants to hear from you by email.",
  icon: Mail,
};
const analytics: Tool = {
  to: "/analytics",
  label: "Analytics",
  text: "Who saw your page, what they heard, and where they came from.",
  icon: ChartNoAxesColumn,
};
const socialLinks: Tool = {
  to: "/social-links",
  label: "Social Links",
  text: "Where else fans find you, and how they can support you.",
  icon: Link2,
};
const pressKit: Tool = {
  to: "/press-kit",
  label: "Press Kit",
  text: "One PDF for promoters and press.",
  icon: FileText,
};
const handbill: Tool = {
  to: "/handbill",
  label: "Print a handbill",
  text: "One sheet for walls and merch tables, and the QR code alone.",
  icon: Printer,
};

const recentlyDeleted: Tool = {
  to: "/recently-deleted",
  label: "Recently deleted",
  text: "What you have deleted in the last 30 days, to be brought back.",
  icon: ArchiveRestore,
};

/** The tools in the bar. [2 §2 Top navigation] */
export const barTools = [home, profile, music, gallery, videos, appearance, events, bookings];

/** Every other tool of a musician's. */
export const otherTools = [
  comments,
  messages,
  newsletter,
  analytics,
  socialLinks,
  pressKit,
  handbill,
  recentlyDeleted,
];

export const adminPanel: Tool = {
  to: "/admin",
  label: "Admin Panel",
  text: "Users, contents and settings of this site.",
  icon: ShieldCheck,
};

/** The tiles on the dashboard's home, in their order. [1 §2] */
export const homeTools = [
  profile,
  music,
  gallery,
  socialLinks,
  comments,
  appearance,
  videos,
  events,
  bookings,
  analytics,
  newsletter,
  pressKit,
  handbill,
  messages,
];
