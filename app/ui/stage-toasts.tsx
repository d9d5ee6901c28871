/** Where `showToast` puts its messages. */
export function StageToasts() {
  return <ul id="toasts" aria-label="Notifications" className="stage-toasts" />;
}
