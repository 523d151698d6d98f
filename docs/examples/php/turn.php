<?php
// usage: php turn.php URL
// Plays a few moves of Makruk, each on the snapshot from the answer before.

function call(string $url, string $method, array $request): array {
    $curl = curl_init("$url/arbiter.v1.RulesService/$method");
    curl_setopt_array($curl, [
        CURLOPT_POSTFIELDS => json_encode((object) $request),
        CURLOPT_HTTPHEADER => ['content-type: application/json'],
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 5,
    ]);
    $body = curl_exec($curl);
    if ($body === false) throw new RuntimeException(curl_error($curl));
    return [curl_getinfo($curl, CURLINFO_RESPONSE_CODE), json_decode($body, true)];
}

/** Returns the detail of an error with this type, such as `google.rpc.ErrorInfo`. */
function detail(array $error, string $type): array {
    foreach ($error['details'] ?? [] as $detail) {
        if ($detail['type'] === $type) return $detail['debug'];
    }
    return [];
}

$url = $argv[1];
[, $start] = call($url, 'StartGame', ['variant' => 'makruk']);
$state = $start['state'];
foreach (['e3e4', 'd6d5', 'e4e6', 'e4d5'] as $action) {
    $position = ['variant' => 'makruk', 'snapshot' => $state['snapshot']];
    [$status, $answer] = call($url, 'ApplyMoves', ['position' => $position, 'actions' => [$action]]);
    if ($status === 200) {
        $state = $answer['state'];
        echo "{$answer['applied'][0]['san']}: {$state['fen']}\n";
    } else {
        $reason = detail($answer, 'google.rpc.ErrorInfo')['reason'];
        $field = detail($answer, 'google.rpc.BadRequest')['fieldViolations'][0]['field'];
        echo "refused ($reason at $field): {$answer['message']}\n";
    }
}
