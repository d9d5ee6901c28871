export default function Terms() {
  return (
    <main>
      <title>Terms · Handbill</title>
      <h1>Terms</h1>
    </main>
  );
}
