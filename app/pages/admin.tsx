import { AdminHome } from "./admin-home.tsx";

/** Nothing to load; that it exists makes a navigation in the browser ask the gate. */
export function loader() {
  return null;
}

export default AdminHome;
