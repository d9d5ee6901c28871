/** What one opens when something is wrong. They open also while nobody can tell who is signed in. [2 §2] */
const diagnosticPaths = new Set(["/database-refresh", "/db-check", "/bio-diagnostics", "/debug"]);

export function isDiagnostic(pathname: string): boolean {
  return diagnosticPaths.has(pathname.replace(/\/+$/, ""));
}
