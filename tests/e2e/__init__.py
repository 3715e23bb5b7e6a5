"""The whole product on one machine: installed, used by CI, damaged, repaired. Minutes long."""
