export default function Landing() {
  return (
    <main>
      <title>Handbill</title>
      <h1>Your Music, Your Story, All in One Place</h1>
    </main>
  );
}
