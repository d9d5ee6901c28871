/** The screens for finding a fault. They open also while sessions can't be looked up. [2 §2] */
const diagnosticPaths = new Set(["/database-refresh", "/db-check", "/bio-diagnostics", "/debug"]);

export function isDiagnostic(pathname: string): boolean {
  return diagnosticPaths.has(pathname.replace(/\/+$/, ""));
}
