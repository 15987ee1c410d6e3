"""The addresses of clusters, and whether somebody listens there."""

import socket

import pytest

from serbench.errors import BadInput
from serbench.experiments.cluster import masters


@pytest.mark.parametrize(
    "address",
    [
        "local",
        "local[3]",
        "local[*]",
        "spark://node1:7077",
        "spark://node1:7077,node2:7077",
        "yarn",
        "k8s://https://10.0.0.1:6443",
        "k8s://10.0.0.1",
    ],
)
def test_addresses_of_clusters(address: str) -> None:
    assert masters.parse_master(address) == address


@pytest.mark.parametrize(
    "address",
    ["local[0]", "local[]", "spark://node1", "spark://", "mesos://node1:5050", "k8s://", "node1", ""],
)
def test_what_is_no_address_is_one_sentence(address: str) -> None:
    with pytest.raises(BadInput, match=r"^--master is .* belongs\.$"):
        masters.parse_master(address)


def test_only_a_local_master_is_the_whole_cluster() -> None:
    assert [masters.is_local(one) for one in ("local", "local[*]", "yarn", "spark://a:1")] == [
        True,
        True,
        False,
        False,
    ]
    assert (masters.local_cores("local"), masters.local_cores("local[7]")) == (1, 7)


def test_a_master_answers_where_any_of_its_addresses_does() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert masters.unanswered(f"spark://127.0.0.1:{port}") == ""
        assert masters.unanswered(f"spark://127.0.0.1:1,127.0.0.1:{port}") == ""
        assert masters.unanswered(f"k8s://http://127.0.0.1:{port}") == ""
    assert masters.unanswered(f"spark://127.0.0.1:{port}") == (
        f"The master spark://127.0.0.1:{port} does not answer: Connection refused."
    )
    assert masters.unanswered("local[*]") == ""


def test_yarn_is_described_by_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("YARN_CONF_DIR", raising=False)
    monkeypatch.setenv("HADOOP_CONF_DIR", "/etc/hadoop")
    assert masters.unanswered("yarn") == ""
    monkeypatch.delenv("HADOOP_CONF_DIR")
    assert "needs the variable HADOOP_CONF_DIR or YARN_CONF_DIR" in masters.unanswered("yarn")
