export default function Privacy() {
  return (
    <main>
      <title>Privacy · Handbill</title>
      <h1>Privacy</h1>
    </main>
  );
}
